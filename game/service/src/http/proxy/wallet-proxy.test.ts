import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { listen } from '@bullring/server/http/listen'
import { nodeListener } from '@bullring/server/http/node-listener'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '../create-app.ts'
import { walletProxy } from './wallet-proxy.ts'

let service: Server
let front: Awaited<ReturnType<typeof listen>>
let seen: Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { body: string }

beforeAll(async () => {
  service = createServer(async (request, response) => {
    const { method, url, headers } = request
    seen = { method, url, headers, body: await text(request) }
    if (url === '/form') return response.writeHead(303, { location: 'form?problem=card' }).end()
    response.writeHead(418, { 'access-control-allow-origin': '*', 'content-type': 'text/plain' })
    return response.end('from the wallet service')
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  front = await serve(`http://127.0.0.1:${(service.address() as AddressInfo).port}`)
})
afterAll(async () => {
  await front.close()
  if (service.listening) service.close()
})

function serve(url: string, proxies = 0) {
  const app = createApp({
    api: [],
    system: [],
    forwarded: [
      walletProxy({
        url,
        proxies,
        sites: ['https://play.example'],
        chainId: 56,
        projectId: 'our-page',
      }),
    ],
    pages: null,
    hasIndex: () => false,
    allowedOrigins: [],
    log: pino({ level: 'silent' }),
  })
  return listen(nodeListener(app.fetch), { host: '127.0.0.1', port: 0 })
}

describe('walletProxy', () => {
  test('forwards a request whose caller waits for "100 Continue"', async () => {
    const call = request(`${front.url}/rpc`, {
      method: 'POST',
      headers: { expect: '100-continue' },
    })
    call.once('continue', () => call.end('{"id":1}'))
    const [response]: IncomingMessage[] = await once(call, 'response')
    expect(response?.statusCode).toBe(418)
    response?.resume()
    expect(seen.body).toBe('{"id":1}')
  })

  test('forwards method, path, query, body and origin, and returns the response', async () => {
    const response = await fetch(`${front.url}/wallet/v1/?chainId=eip155%3A56&projectId=x`, {
      method: 'POST',
      body: '{"id":1}',
      headers: { origin: 'https://play.example', authorization: 'Bearer t', cookie: 'a=b' },
    })
    expect(response.status).toBe(418)
    expect(await response.text()).toBe('from the wallet service')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    expect(response.headers.get('x-content-type-options')).toBe('nosniff')
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/v1/?chainId=eip155%3A56&projectId=x',
      body: '{"id":1}',
      headers: {
        origin: 'https://play.example',
        authorization: 'Bearer t',
        'x-forwarded-host': new URL(front.url).host,
        'x-forwarded-for': '127.0.0.1',
      },
    })
    expect(seen.headers.cookie).toBeUndefined()
  })

  test('forwards /rpc to the JSON-RPC of the game chain, with the project id of our page', async () => {
    const response = await fetch(`${front.url}/rpc?projectId=other&chainId=eip155:1`, {
      method: 'POST',
      body: '[{"id":1}]',
      headers: { origin: 'https://evil.example', 'x-forwarded-for': '1.2.3.4' },
    })
    expect(response.status).toBe(418)
    expect(seen).toMatchObject({
      method: 'POST',
      url: '/v1/?chainId=eip155%3A56&projectId=our-page',
      body: '[{"id":1}]',
      headers: { origin: 'https://evil.example', 'x-forwarded-for': '127.0.0.1' },
    })
  })

  test('leaves redirects to the browser, whose back button would resend a form otherwise', async () => {
    const options = { method: 'POST', body: 'card=1', redirect: 'manual' } as const
    const response = await fetch(`${front.url}/wallet/form`, options)
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe('form?problem=card')
  })

  test('error: refuses a body that no operation accepts, readable by pages', async () => {
    const response = await fetch(`${front.url}/wallet/v1/?chainId=eip155%3A56`, {
      method: 'POST',
      body: 'x'.repeat(1_024 * 1_024 + 1),
    })
    expect(response.status).toBe(413)
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('forwards a request to upgrade as a plain one, for the wallet service to refuse', async () => {
    const call = request(`${front.url}/wallet/v1/`, {
      headers: { connection: 'upgrade', upgrade: 'websocket' },
    }).end()
    const [response]: IncomingMessage[] = await once(call, 'response')
    expect(response?.statusCode).toBe(418)
    expect(seen.headers.upgrade).toBeUndefined()
    response?.resume()
  })

  test('forwards the real caller address, whatever the caller claims', async () => {
    const headers = { 'x-forwarded-for': '1.2.3.4', 'x-forwarded-host': 'evil.example' }
    await fetch(`${front.url}/wallet/getWallets`, { headers })
    expect(seen.headers['x-forwarded-for']).toBe('127.0.0.1')
    expect(seen.headers['x-forwarded-host']).toBe(new URL(front.url).host)
  })

  test('forwards the network of an IPv6 caller as an address', async () => {
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const behindProxy = await serve(url, 1)
    const headers = { 'x-forwarded-for': '2001:db8:1:2:3:4:5:6' }
    await fetch(`${behindProxy.url}/wallet/getWallets`, { headers })
    expect(seen.headers['x-forwarded-for']).toBe('2001:db8:1:2::')
    await behindProxy.close()
  })

  test('forwards the host that a trusted proxy names only if it is ours', async () => {
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`
    const behindProxy = await serve(url, 1)
    const hostFor = async (host: string) => {
      await fetch(`${behindProxy.url}/wallet/getWallets`, { headers: { 'x-forwarded-host': host } })
      return seen.headers['x-forwarded-host']
    }
    expect(await hostFor('play.example')).toBe('play.example')
    expect(await hostFor('evil.example')).toBe(new URL(behindProxy.url).host)
    await behindProxy.close()
  })

  test.each(['/wallet//evil.example/x', '/wallet/@evil.example/', '/wallet/http://evil.example'])(
    'never leaves the wallet service for %s',
    async (path) => {
      const response = await fetch(`${front.url}${path}`)
      expect(await response.text()).toBe('from the wallet service')
    },
  )

  test('error: reports that the wallet service does not respond', async () => {
    const unreachable = await serve('http://127.0.0.1:9')
    const response = await fetch(`${unreachable.url}/wallet/getWallets`)
    expect(response.status).toBe(502)
    expect(await response.json()).toMatchObject({ code: 'wallet.service-unreachable' })
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    await unreachable.close()
  })
})
