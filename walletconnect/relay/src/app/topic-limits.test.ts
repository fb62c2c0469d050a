import { afterEach, beforeEach, expect, test } from 'vitest'
import { newTopic, startTestRelay, type TestRelay } from '../testing/start-test-relay.ts'
import { connectClient, type TestClient } from '../testing/test-client.ts'

const AUDIENCE = 'wss://relay.example'
const TOPICS = 40
const PER_IP = TOPICS / 4
const FULL = { code: -32_000, data: 'SubscriberLimitExceeded' }

let relay: TestRelay

beforeEach(async () => {
  const variables = {
    TRUST_PROXY: '1',
    RELAY_AUDIENCES: AUDIENCE,
  }
  const limits = { topics: TOPICS }
  relay = await startTestRelay(
    { variables: { RELAY_DATABASE_URL: 'memory' } },
    { variables, limits },
  )
})
afterEach(() => relay.stop())

const connect = (from?: string) => connectClient(relay.url, { audience: AUDIENCE, from })
const addressOf = (index: number) => `203.0.113.${index}`

/** Subscribes to as many topics as the relay allows. */
async function fill(client: TestClient): Promise<string[]> {
  const topics: string[] = []
  for (;;) {
    const topic = newTopic()
    const { error } = await client.request('irn_subscribe', { topic })
    if (error !== undefined) {
      expect(error).toMatchObject(FULL)
      return topics
    }
    topics.push(topic)
  }
}

test('error: the sockets of an address have a number of topics at most, and leave room when they end', async () => {
  const [first, second] = [await connect(addressOf(1)), await connect(addressOf(1))]
  const topics = await fill(first)
  expect(topics).toHaveLength(PER_IP)
  expect((await second.request('irn_subscribe', { topic: newTopic() })).error).toMatchObject(FULL)
  const [topic] = topics
  expect(await first.call('irn_subscribe', { topic })).toMatch(/^[0-9a-f]{64}$/)
  expect(await fill(await connect(addressOf(2)))).toHaveLength(PER_IP)

  await first.call('irn_unsubscribe', { topic })
  expect(await fill(second)).toHaveLength(1)
  await first.close()
  await expect.poll(async () => (await fill(second)).length).toBe(PER_IP - 1)
})

test('error: the sockets of a node have a number of topics at most', async () => {
  expect(await fill(await connect())).toHaveLength(TOPICS)
  const other = await connect(addressOf(1))
  expect(await fill(other)).toEqual([])
  const batch = { topics: [newTopic(), newTopic()] }
  expect((await other.request('irn_batchSubscribe', batch)).error).toMatchObject(FULL)
  expect(await other.call('irn_batchSubscribeBlocking', batch)).toMatchObject([
    { error: FULL },
    { error: FULL },
  ])
})
