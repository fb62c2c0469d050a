import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { guardUpgrades } from '@bullring/server/http/guard-site'
import { listen } from '@bullring/server/http/listen'
import { nodeListener } from '@bullring/server/http/node-listener'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket, WebSocketServer } from 'ws'
import { relayProxy, relayUpgrades } from './relay-proxy.ts'

const SITE = {
  publicOrigin: 'https://play.example',
  allowedOrigins: [],
  proxies: 0,
  urlVariable: 'GAME_PUBLIC_URL',
}

let relay: Server
let sockets: WebSocketServer
let front: Awaited<ReturnType<typeof listen>>
const seen: IncomingMessage[] = []

beforeAll(async () => {
  relay = createServer((request, response) => {
    seen.push(request)
    request.resume().once('end', () => response.end('{"from":"the relay"}'))
  })
  sockets = new WebSocketServer({ noServer: true })
  relay.on('upgrade', (request, socket, head) => {
    seen.push(request)
    if (request.url?.includes('refused')) {
      socket.end('HTTP/1.1 401 Unauthorized\r\ncontent-length: 0\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (ws) => {
      ws.on('message', (data) => ws.send(`echo of ${data.toString()}`))
    })
  })
  await once(relay.listen(0, '127.0.0.1'), 'listening')
  const { port } = relay.address() as AddressInfo
  front = await serve(`http://127.0.0.1:${port}`)
})
afterAll(async () => {
  await front.close()
  relay.closeAllConnections()
  relay.close()
})

function serve(url: string, maxSockets?: number) {
  const options = { url, proxies: 0, sites: ['https://play.example'] }
  const onUpgrade = guardUpgrades(relayUpgrades(options, maxSockets), SITE)
  const app = relayProxy(options)
  return listen(nodeListener(app.fetch), { host: '127.0.0.1', port: 0 }, { onUpgrade })
}

const socketUrl = (path: string) => front.url.replace('http', 'ws') + path

/** Connects, and returns the socket or the status of the refusal. */
async function connect(url: string, headers = {}): Promise<WebSocket | number> {
  const socket = new WebSocket(url, { headers })
  socket.on('error', () => undefined)
  const refused = new Promise<number>((resolve) => {
    socket.on('unexpected-response', (_, { statusCode = 0 }) => resolve(statusCode))
  })
  const status = await Promise.race([once(socket, 'open').then(() => null), refused])
  return status ?? socket
}

async function open(url: string, headers = {}): Promise<WebSocket> {
  const socket = await connect(url, headers)
  if (typeof socket === 'number') throw new Error(`Refused with status ${socket}.`)
  return socket
}

test('forwards WebSockets at /relay, with the visitor’s address and host', async () => {
  const headers = { cookie: 'session=1', 'x-forwarded-for': '203.0.113.9' }
  const socket = await open(socketUrl('/relay?auth=token&projectId=1'), headers)
  socket.send('a message')
  const [data] = await once(socket, 'message')
  expect(String(data)).toBe('echo of a message')
  const request = seen.at(-1)
  expect(request?.url).toBe('/?auth=token&projectId=1')
  expect(request?.headers).toMatchObject({
    'x-forwarded-for': '127.0.0.1',
    'x-forwarded-host': new URL(front.url).host,
  })
  expect(request?.headers.cookie).toBeUndefined()
  const closed = once(socket, 'close')
  for (const client of sockets.clients) client.close(1_012, 'restart')
  const [code, reason] = await closed
  expect([code, String(reason)]).toEqual([1_012, 'restart'])
})

test('passes on refusals of the relay', async () => {
  expect(await connect(socketUrl('/relay?refused'))).toBe(401)
})

test('forwards calls by HTTP', async () => {
  const response = await fetch(`${front.url}/relay/rpc?projectId=1`, { method: 'POST', body: '{}' })
  expect(await response.json()).toEqual({ from: 'the relay' })
  expect(seen.at(-1)?.url).toBe('/rpc?projectId=1')
})

test('forwards long calls: the relay decides which are too long', async () => {
  const body = 'x'.repeat(3 * 1_024 * 1_024)
  const response = await fetch(`${front.url}/relay/rpc`, { method: 'POST', body })
  expect(await response.json()).toEqual({ from: 'the relay' })
})

test('error: more WebSockets than the process has room for', async () => {
  const { port } = relay.address() as AddressInfo
  const small = await serve(`http://127.0.0.1:${port}`, 1)
  const url = `${small.url.replace('http', 'ws')}/relay`
  const first = await open(url)
  expect(await connect(url)).toBe(503)
  first.close()
  await expect.poll(() => connect(url)).toBeInstanceOf(WebSocket)
  await small.close()
})

test('error: another path, another host, and a relay that does not respond', async () => {
  expect(await connect(socketUrl('/other'))).toBe(404)
  expect(await connect(socketUrl('/relay'), { host: 'evil.example' })).toBe(421)
  const lonely = await serve('http://127.0.0.1:1')
  expect(await connect(`${lonely.url.replace('http', 'ws')}/relay`)).toBe(502)
  await lonely.close()
})

test('stops while visitors are connected', async () => {
  const other = await serve(`http://127.0.0.1:${(relay.address() as AddressInfo).port}`)
  const socket = await open(`${other.url.replace('http', 'ws')}/relay`)
  const closed = once(socket, 'close')
  await other.close()
  await closed
})
