import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { followTicker } from './follow-ticker.ts'

let server: Server
let url: string
/** Responses of the exchange in turn, the last one from then on. */
let replies: (readonly [number, string])[]
let paths: string[]
let lines: string[]
let stopping: AbortController

beforeEach(async () => {
  stopping = new AbortController()
  replies = [[200, '{"symbol":"BTCUSDT","price":"861.50000000"}']]
  paths = []
  lines = []
  server = createServer((request, response) => {
    const [status, body] = (replies.length > 1 ? replies.shift() : replies[0]) ?? [500, '']
    paths.push(request.url ?? '')
    response.writeHead(status).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/price?symbol={symbol}USDT`
})

afterEach(async () => {
  stopping.abort()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Returns the prices that are sent until `enough` says so. */
async function follow(enough: (prices: readonly bigint[]) => boolean, isWatched = () => true) {
  const prices: bigint[] = []
  const send = (price: bigint) => {
    prices.push(price)
    if (enough(prices)) stopping.abort()
    return Promise.resolve()
  }
  const log = pino({}, { write: (line) => void lines.push(JSON.parse(line).msg) })
  const deps = { url, symbol: 'BTC', isWatched, send, log, intervalMs: 5 }
  await followTicker(deps, stopping.signal)
  return prices
}

describe('followTicker', () => {
  test("sends the exchange's price of the symbol again and again", async () => {
    expect(await follow(({ length }) => length === 3)).toEqual(Array(3).fill(86_150_000_000n))
    expect(paths[0]).toBe('/price?symbol=BTCUSDT')
    expect(lines).toEqual([])
  })

  test('error: sends nothing for what is no price, asks less often, and says so once', async () => {
    const bad = [
      '',
      '{}',
      '{"price":861.5}',
      '{"price":"-1"}',
      '{"price":"0.00"}',
      '{"price":"1e3"}',
    ]
    replies = [[429, '{"price":"1"}'], ...bad.map((body) => [200, body] as const), ...replies]
    const startedMs = performance.now()
    expect(await follow(() => true)).toEqual([86_150_000_000n])
    // 2 + 4 + 8 + 16 + 16 + 16 + 16 intervals.
    expect(performance.now() - startedMs).toBeGreaterThan(75 * 5)
    expect(lines).toEqual(['the ticker does not respond', 'the ticker responds again'])
  })

  test('asks nothing while no one looks', async () => {
    let isWatched = false
    const following = follow(
      () => true,
      () => isWatched,
    )
    await sleep(60)
    expect(paths).toEqual([])
    isWatched = true
    await following
    expect(paths).toHaveLength(1)
  })

  test('ends at once while the exchange is silent', async () => {
    server.removeAllListeners('request')
    const following = follow(() => true)
    await once(server, 'request')
    stopping.abort()
    await following
    expect(lines).toEqual([])
  })
})
