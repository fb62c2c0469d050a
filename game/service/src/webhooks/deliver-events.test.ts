import { expect, test } from 'vitest'
import { createDeliverer } from './deliver-events.ts'
import type { Delivery } from './deliveries.queries.ts'
import type { Attempt } from './send-event.ts'

const deliveryTo = (webhookId: string): Delivery => ({
  webhookId,
  eventId: 'event',
  url: 'https://hooks.example/',
  body: '{}',
  secrets: [],
})

/** Delivers to receivers that respond when the test says so; those that are slow always wait for their turn. */
function createTest() {
  const stop = new AbortController()
  const log: string[] = []
  const limits: number[] = []
  const timeouts = new Set<string>()
  const responses: ((attempt: Attempt) => void)[] = []
  const deliverer = createDeliverer(
    {
      lease: ({ isSlow, limit }) => {
        if (!isSlow) return Promise.resolve(limit === 0 ? [] : [deliveryTo('fast')])
        limits.push(limit)
        return Promise.resolve(Array.from({ length: limit }, (_, n) => deliveryTo(`slow ${n}`)))
      },
      send: ({ webhookId }, timeoutMs) => {
        timeouts.add(`${webhookId.split(' ')[0]} ${timeoutMs}`)
        if (webhookId === 'fast') return Promise.resolve({ status: 200, error: null })
        return new Promise((resolve) => responses.push(resolve))
      },
      record: ({ webhookId }, { error }) => {
        log.push(`${webhookId}: ${error}`)
        return Promise.resolve()
      },
      release: ({ webhookId }) => {
        log.push(`${webhookId} released`)
        return Promise.resolve()
      },
      onAttempt: () => undefined,
      onError: (error) => log.push(`${error}`),
      nowMs: () => 0,
    },
    stop.signal,
  )
  return { deliverer, stop, log, limits, timeouts, responses }
}

test('sends 32 at a time to slow receivers, which keep no others from theirs', async () => {
  const { deliverer, log, limits, timeouts, responses } = createTest()
  await deliverer.start()
  await deliverer.start()
  expect(limits).toEqual([32, 0])
  expect([...timeouts]).toEqual(['fast 2000', 'slow 10000'])
  await expect.poll(() => log).toEqual(['fast: null', 'fast: null'])
  for (const respond of responses) respond({ status: 200, error: null })
  await deliverer.finish()
  expect(log).toHaveLength(34)
})

test('gives back what it has not delivered when it stops, which is no failure of the receiver', async () => {
  const { deliverer, stop, log, responses } = createTest()
  await deliverer.start()
  stop.abort()
  for (const [index, respond] of responses.entries()) {
    respond(index === 0 ? { status: 200, error: null } : { status: null, error: 'unreachable' })
  }
  await deliverer.finish()
  expect(log).toContain('slow 0: null')
  expect(log.filter((line) => line.endsWith('released'))).toHaveLength(31)
})
