import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { errorCode } from './error-code.ts'
import { createGameClient, type GameClient } from './game-client.ts'

type Reply = { status: number; body?: unknown; headers?: Record<string, string> }

let server: Server
let replies: Reply[]
let received: { method: string | undefined; url: string | undefined; body: string }[]
let origin = ''
let game: GameClient

beforeEach(async () => {
  replies = []
  received = []
  server = createServer(async (request: IncomingMessage, response) => {
    let body = ''
    for await (const part of request) body += part
    received.push({ method: request.method, url: request.url, body })
    const reply = replies.shift()
    // Without one, the request stays open.
    if (reply === undefined) return
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(JSON.stringify(reply.body ?? null))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  game = createGameClient({ origin, symbol: 'BTC' })
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const problem = (code: string, status: number) => ({
  type: 'about:blank',
  title: 'No',
  status,
  code,
})
const busy: Reply = {
  status: 503,
  body: problem('http.not-ready', 503),
}
const failure = (promise: Promise<unknown>) => promise.then(() => null, errorCode)

describe('createGameClient', () => {
  test('posts reads in the market, and reads what GET serves by query', async () => {
    replies.push(
      { status: 200, body: { epoch: 7 } },
      { status: 200, body: { payments: [], next: null } },
    )
    expect(await game.call('current-epoch')).toEqual({ epoch: 7 })
    await game.call('payments', { address: '0xab', limit: 5 })
    expect(received).toEqual([
      { method: 'POST', url: '/api/current-epoch', body: '{"symbol":"BTC"}' },
      { method: 'GET', url: '/api/payments?address=0xab&limit=5', body: '' },
    ])
  })

  test('repeats a read that failed for now, and never a write', async () => {
    replies.push(busy, busy, { status: 200, body: { epoch: 7 } }, busy)
    expect(await game.call('current-epoch')).toEqual({ epoch: 7 })
    const write = game.call('push-unsubscribe', { endpoint: 'https://push.example/1' })
    expect(await failure(write)).toBe('http.not-ready')
    expect(received).toHaveLength(4)
  })

  test('error: names the code of the service, without a retry that cannot help', async () => {
    const body = problem('round.unknown-epoch', 404)
    replies.push({ status: 404, body })
    expect(await failure(game.call('round-info', { epoch: 1 }))).toBe('round.unknown-epoch')
    expect(received).toHaveLength(1)
  })

  test('error: a response that breaks its schema, one that does not come, and no server', async () => {
    const impatient = createGameClient({ origin, isRetried: false, timeoutMs: 50 })
    replies.push({ status: 200, body: { epoch: 'seven' } })
    expect(await failure(impatient.call('current-epoch'))).toBe('api.invalid-response')
    expect(await failure(impatient.call('current-epoch'))).toBe('api.timeout')
    const nowhere = createGameClient({ origin: 'http://127.0.0.1:1', isRetried: false })
    expect(await failure(nowhere.call('current-epoch'))).toBe('api.unreachable')
  })

  test('error: an abort ends a request, and a wait for the next attempt, with its reason', async () => {
    const stop = new AbortController()
    const reason = new Error('stopped')
    setTimeout(() => stop.abort(reason), 50)
    await expect(game.call('current-epoch', {}, { signal: stop.signal })).rejects.toBe(reason)
    const later = new AbortController()
    replies.push({ ...busy, headers: { 'retry-after': '20' } })
    setTimeout(() => later.abort(reason), 200)
    await expect(game.call('current-epoch', {}, { signal: later.signal })).rejects.toBe(reason)
  })
})
