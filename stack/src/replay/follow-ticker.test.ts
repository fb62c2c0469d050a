import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { followTicker } from './follow-ticker.ts'

let server: Server
let url: string
let replies: readonly (readonly [number, string])[]
let stopping: AbortController

beforeEach(async () => {
  stopping = new AbortController()
  let sent = 0
  server = createServer((_, response) => {
    const [status, body] = replies[sent] ?? [200, '{"price":"1"}']
    sent += 1
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterEach(async () => {
  stopping.abort()
  server.closeAllConnections()
  await new Promise((resolve) => server.close(resolve))
})

/** Returns what is sent and reported until the ticker has responded with a price of 1. */
async function follow() {
  const prices: bigint[] = []
  const errors: string[] = []
  const send = (price: bigint) => {
    prices.push(price)
    if (price === 100_000_000n) stopping.abort()
    return Promise.resolve()
  }
  const report = (error: unknown) => errors.push(String(error))
  await followTicker({ url, symbol: 'BNB', send, report, intervalMs: 1 }, stopping.signal)
  return { prices, errors }
}

test('sends each price with 8 decimals', async () => {
  replies = [
    [200, '{"symbol":"BNBUSDT","price":"859.12340000"}'],
    [200, '{"price":"101234.5"}'],
  ]
  expect(await follow()).toEqual({
    prices: [85_912_340_000n, 10_123_450_000_000n, 100_000_000n],
    errors: [],
  })
})

test('error: reports what is no price and goes on', async () => {
  replies = [
    [429, '{}'],
    [200, '{"price":-3}'],
    [200, '{"price":"0.000000001"}'],
    [200, 'busy'],
  ]
  const { prices, errors } = await follow()
  expect(prices).toEqual([100_000_000n])
  expect(errors).toHaveLength(4)
  expect(errors[0]).toContain('429')
})
