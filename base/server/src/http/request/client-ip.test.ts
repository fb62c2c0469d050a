import { getRequestListener } from '@hono/node-server'
import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { listen } from '../server/listen.ts'
import { clientIp } from './client-ip.ts'

const app = new Hono()
  .get('/trusting', (c) => c.text(clientIp(c, 1)))
  .get('/behind-two', (c) => c.text(clientIp(c, 2)))
  .get('/careful', (c) => c.text(clientIp(c, 0)))

async function ipOf(forwarded: string, remoteAddress: string, path = '/trusting') {
  const headers: Record<string, string> = forwarded === '' ? {} : { 'x-forwarded-for': forwarded }
  const bindings = { incoming: { socket: { remoteAddress } } }
  return (await app.request(path, { headers }, bindings)).text()
}

/** A proxy that appends its caller's address, as nginx does with `$proxy_add_x_forwarded_for`. */
function startProxy(target: string) {
  return listen(
    async ({ url, headers, socket }, response) => {
      const forwarded = `${headers['x-forwarded-for']}, ${socket.remoteAddress}`
      const reply = await fetch(`${target}${url}`, { headers: { 'x-forwarded-for': forwarded } })
      response.writeHead(reply.status).end(await reply.text())
    },
    { host: '127.0.0.1', port: 0 },
  )
}

describe('clientIp', () => {
  test('uses the last entry of a trusted proxy, else the connection', async () => {
    expect(await ipOf('9.9.9.9, 203.0.113.7', '127.0.0.1')).toBe('203.0.113.7')
    expect(await ipOf('203.0.113.7', '127.0.0.1', '/careful')).toBe('127.0.0.1')
    expect(await ipOf('', '10.0.0.1')).toBe('10.0.0.1')
  })

  test('counts the entries of several proxies from the right', async () => {
    expect(await ipOf('9.9.9.9, 203.0.113.7, 10.0.0.1', '127.0.0.1', '/behind-two')).toBe(
      '203.0.113.7',
    )
    expect(await ipOf('203.0.113.7', '127.0.0.1', '/behind-two')).toBe('203.0.113.7')
  })

  test('tells visitors apart behind a CDN and a proxy of ours', async () => {
    await using resources = new AsyncDisposableStack()
    const service = await listen(getRequestListener(app.fetch), { host: '127.0.0.1', port: 0 })
    resources.defer(service.close)
    const proxy = await startProxy(service.url)
    resources.defer(proxy.close)
    // A CDN sends the header of its caller, and its caller's address.
    const throughCdn = async (visitor: string, forged = '9.9.9.9') => {
      const headers = { 'x-forwarded-for': `${forged}, ${visitor}` }
      return (await fetch(`${proxy.url}/behind-two`, { headers })).text()
    }
    expect(await throughCdn('203.0.113.7')).toBe('203.0.113.7')
    expect(await throughCdn('203.0.113.8')).toBe('203.0.113.8')
    expect(await throughCdn('203.0.113.7', '203.0.113.8')).toBe('203.0.113.7')
  })

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::'],
    ['2001:DB8:1:2::ffff', '2001:db8:1:2::'],
    ['2001:db8::1', '2001:db8:0:0::'],
    ['::1', '0:0:0:0::'],
    ['fe80::1%eth0', 'fe80:0:0:0::'],
    ['2001:db8:1:2::', '2001:db8:1:2::'],
  ])('reduces %s to %s', async (address, network) => {
    expect(await ipOf('', address)).toBe(network)
    expect(await ipOf(address, '127.0.0.1')).toBe(network)
    // Our game service forwards it to our wallet service, which reduces it again.
    expect(await ipOf(network, '127.0.0.1')).toBe(network)
  })

  test('keeps IPv4 addresses apart, IPv4-mapped ones included', async () => {
    expect(await ipOf('', '::ffff:203.0.113.7')).toBe('::ffff:cb00:7107')
    expect(await ipOf('', '::ffff:203.0.113.8')).toBe('::ffff:cb00:7108')
  })

  test('leaves out the port of an entry', async () => {
    expect(await ipOf('203.0.113.7:5555', '127.0.0.1')).toBe('203.0.113.7')
    expect(await ipOf('[2001:db8::1]:44', '127.0.0.1')).toBe('2001:db8:0:0::')
    expect(await ipOf('[2001:db8::1]', '127.0.0.1')).toBe('2001:db8:0:0::')
  })

  test('uses the connection where an entry is no IP address', async () => {
    expect(await ipOf('something else', '127.0.0.1')).toBe('127.0.0.1')
  })
})
