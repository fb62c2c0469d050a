import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { type LiveEvent, liveEvents } from './live-events.ts'

const SENT = [
  'event: tick\ndata: {"timestamp":1700000000,"price":"612.34"}',
  'event: heartbeat\ndata: {}',
  'event: of-a-later-version\ndata: {}',
  'id: 7\nevent: price\ndata: {"timestamp":1700000000,"price":"612.34","epoch":7}',
  'id: 8\nevent: price\ndata: {"timestamp":"yesterday"}',
]

test('passes on what changes data; what cannot be read counts as missed', async () => {
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(`${SENT.join('\n\n')}\n\n`)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  const stop = new AbortController()
  const received: LiveEvent[] = []
  for await (const event of liveEvents({
    origin: `http://127.0.0.1:${port}`,
    signal: stop.signal,
  })) {
    received.push(event)
    if (received.length === 2) stop.abort()
  }
  expect(received).toEqual([
    { event: 'price', data: { timestamp: 1_700_000_000, price: '612.34', epoch: 7 }, id: '7' },
    { event: 'reset', data: { spread_ms: 0 }, id: '8' },
  ])
})
