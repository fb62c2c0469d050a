import { Hono } from 'hono'
import { describe, expect, test } from 'vitest'
import { clientIp } from './client-ip.ts'

const app = new Hono()
  .get('/trusting', (c) => c.text(clientIp(c, true)))
  .get('/careful', (c) => c.text(clientIp(c, false)))

async function ipOf(forwarded: string, remoteAddress: string, path = '/trusting') {
  const headers: Record<string, string> = forwarded === '' ? {} : { 'x-forwarded-for': forwarded }
  const bindings = { incoming: { socket: { remoteAddress } } }
  return (await app.request(path, { headers }, bindings)).text()
}

describe('clientIp', () => {
  test('uses the last entry of a trusted proxy, else the connection', async () => {
    expect(await ipOf('9.9.9.9, 203.0.113.7', '127.0.0.1')).toBe('203.0.113.7')
    expect(await ipOf('203.0.113.7', '127.0.0.1', '/careful')).toBe('127.0.0.1')
    expect(await ipOf('', '10.0.0.1')).toBe('10.0.0.1')
  })

  test.each([
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
  ])('reduces %s to %s', async (address, network) => {
    expect(await ipOf('', address)).toBe(network)
    expect(await ipOf(address, '127.0.0.1')).toBe(network)
  })

  test('keeps IPv4 addresses apart, IPv4-mapped ones included', async () => {
    expect(await ipOf('', '::ffff:203.0.113.7')).toBe('::ffff:cb00:7107')
    expect(await ipOf('', '::ffff:203.0.113.8')).toBe('::ffff:cb00:7108')
    expect(await ipOf('something else', '127.0.0.1')).toBe('something else')
  })
})
