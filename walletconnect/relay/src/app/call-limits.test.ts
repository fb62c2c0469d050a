import { afterAll, beforeAll, expect, test } from 'vitest'
import { RELAY_LIMITS } from '../limits/relay-limits.ts'
import { newTopic, startTestRelay, type TestRelay } from '../testing/start-test-relay.ts'
import { connectClient } from '../testing/test-client.ts'

const CALLS = 100

let relay: TestRelay
// The clock stands still: nothing is refilled.
const nowMs = Date.now()

beforeAll(async () => {
  relay = await startTestRelay(
    { variables: { RELAY_DATABASE_URL: 'memory' } },
    { limits: { calls: { ...RELAY_LIMITS.calls, perClient: CALLS } }, nowMs: () => nowMs },
  )
})
afterAll(() => relay.stop())

const topics = (length: number) => Array.from({ length }, newTopic)
const receipts = () => topics(500).map((topic) => ({ topic, messageId: '0'.repeat(64) }))

test.each([
  ['irn_batchFetchMessages', () => ({ topics: topics(500) })],
  ['irn_batchSubscribe', () => ({ topics: topics(500) })],
  ['iridium_batchSubscribeBlocking', () => ({ topics: topics(500) })],
  ['irn_batchReceive', () => ({ receipts: receipts() })],
])('%s counts as one call per 10 topics', async (method, params) => {
  const client = await connectClient(relay.url)
  for (let count = 0; count < CALLS / 50; count += 1) await client.call(method, params())
  const { error } = await client.request('irn_subscribe', { topic: newTopic() })
  expect(error).toMatchObject({ code: 3_001, data: 'TooManyRequests' })
})

test('a call of up to 10 topics counts as one', async () => {
  const client = await connectClient(relay.url)
  for (let count = 0; count < CALLS; count += 1) {
    await client.call('irn_batchFetchMessages', { topics: topics(10) })
  }
  const { error } = await client.request('irn_fetchMessages', { topic: newTopic() })
  expect(error).toMatchObject({ data: 'TooManyRequests' })
})
