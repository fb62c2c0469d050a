import { expect, test } from 'vitest'
import type { Delivery } from './send-message.ts'
import { type Message, SendQueue } from './send-queue.ts'

const HONEST = 'https://push.example'
const keys = { p256dh: Buffer.alloc(65), auth: Buffer.alloc(16), symbol: 'BNB', isFailing: false }

const messageTo = (endpoint: string): Message => ({
  receiver: { ...keys, endpoint },
  result: { symbol: 'BNB', market: '0x', epoch: 1, kind: 'won', amount: '1.0000' },
})
const honest = (count: number) =>
  Array.from({ length: count }, (_, i) => messageTo(`${HONEST}/${i}`))
const silent = (count: number) =>
  Array.from({ length: count }, (_, i) => messageTo(`https://${i}.silent.example/x`))

/** A queue whose requests to silent origins, or to any once they hang, end only by `end`. */
function openQueue(delivery: Delivery = 'delivered') {
  const sent: string[] = []
  const removed: string[] = []
  const failed: string[] = []
  const recovered: string[] = []
  const clock = { nowMs: 0 }
  const service = { hangs: false }
  const end = Promise.withResolvers<Delivery>()
  const queue = new SendQueue({
    send: ({ receiver: { endpoint } }) => {
      sent.push(endpoint)
      const hangs = service.hangs || endpoint.includes('silent')
      return hangs ? end.promise : Promise.resolve(delivery)
    },
    remove: (endpoint) => {
      removed.push(endpoint)
      return Promise.resolve()
    },
    recordFailure: (endpoint) => {
      failed.push(endpoint)
      return Promise.resolve()
    },
    recordRecovery: (endpoint) => {
      recovered.push(endpoint)
      return Promise.resolve()
    },
    onError: () => undefined,
    nowMs: () => clock.nowMs,
  })
  const sentTo = (text: string) => sent.filter((endpoint) => endpoint.includes(text)).length
  return { queue, clock, service, sent, removed, failed, recovered, sentTo, end }
}

const ended = () => new Promise((resolve) => setImmediate(resolve))

test('a push service with many browsers does not wait for origins that never respond', async () => {
  const { queue, sentTo } = openQueue()
  queue.add([...silent(1_000), ...honest(500)])
  await expect.poll(() => sentTo(HONEST)).toBe(500)
  expect(sentTo('silent')).toBeLessThanOrEqual(32)
})

test('a push service that has delivered does not wait for further silent origins', async () => {
  const { queue, sentTo } = openQueue()
  queue.add(honest(1))
  await ended()
  queue.add(silent(1_000))
  queue.add(honest(1))
  await expect.poll(() => sentTo(HONEST)).toBe(2)
  expect(sentTo('silent')).toBe(32)
})

test('one silent origin takes one request at a time', async () => {
  const { queue, sentTo } = openQueue()
  queue.add(Array.from({ length: 100 }, (_, i) => messageTo(`https://silent.example/${i}`)))
  await ended()
  expect(sentTo('silent')).toBe(1)
})

test.each([
  { origins: ['a', 'b', 'c'], most: 64 },
  { origins: ['a'], most: 32 },
])('sends at most $most messages at a time to fast origins $origins', async ({ origins, most }) => {
  const { queue, service, sentTo } = openQueue()
  const toEach = (path: string) =>
    origins.flatMap((name) =>
      Array.from({ length: 40 }, () => messageTo(`https://${name}.example/${path}`)),
    )
  queue.add(toEach('first'))
  await expect.poll(() => sentTo('/first')).toBe(40 * origins.length)
  await ended()
  service.hangs = true
  queue.add(toEach('second'))
  expect(sentTo('/second')).toBe(most)
})

test('slow deliveries put an origin behind new ones', async () => {
  const { queue, clock, sent, end } = openQueue()
  queue.add(silent(32))
  clock.nowMs = 2_900
  end.resolve('delivered')
  await ended()
  queue.add([...silent(32), messageTo('https://new.example/1')])
  expect(sent[32]).toBe('https://new.example/1')
})

test('retries a failed message every 30 s, five times, and forgets no endpoint in these two minutes', async () => {
  const { queue, clock, sent, removed, failed } = openQueue('failed')
  queue.add(honest(1))
  for (let count = 1; count <= 5; count += 1) {
    await ended()
    expect(sent).toHaveLength(count)
    clock.nowMs += 29_999
    queue.add([])
    await ended()
    expect(sent).toHaveLength(count)
    clock.nowMs += 1
    queue.add([])
  }
  await ended()
  expect(sent).toHaveLength(5)
  expect(failed).toEqual([`${HONEST}/0`])
  expect(removed).toEqual([])
})

test('sends nothing more when it stops, and returns the unsent messages', async () => {
  const { queue, sentTo, end } = openQueue()
  queue.add(silent(40))
  const stopping = queue.stop()
  end.resolve('delivered')
  expect(await stopping).toHaveLength(8)
  expect(sentTo('silent')).toBe(32)
})

test('drops messages that have waited for longer than an hour', async () => {
  const { queue, clock, end } = openQueue()
  queue.add(silent(40))
  clock.nowMs = 3_600_000
  queue.add(silent(1))
  clock.nowMs += 1
  queue.add([])
  const stopping = queue.stop()
  end.resolve('delivered')
  expect(await stopping).toHaveLength(1)
})

test('reports a delivery to a browser that was failing', async () => {
  const { queue, recovered } = openQueue()
  const { receiver, result } = messageTo(`${HONEST}/back`)
  queue.add([{ receiver: { ...receiver, isFailing: true }, result }, messageTo(`${HONEST}/fine`)])
  await expect.poll(() => recovered).toEqual([`${HONEST}/back`])
})
