import fc from 'fast-check'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { RELAY_LIMITS } from '../limits/relay-limits.ts'
import { anyCall } from '../testing/any-call.ts'
import {
  newTopic,
  openTestStore,
  publishing,
  STORES,
  startTestRelay,
  type TestRelay,
  type TestStore,
} from '../testing/start-test-relay.ts'
import { connectClient } from '../testing/test-client.ts'

const TOPIC = 'ab'.repeat(32)
const [TOPICS, MESSAGE_ID] = [[TOPIC, 'cd'.repeat(32)], 'ef'.repeat(32)]
/** Params of valid calls, by method. */
const PARAMS: Readonly<Record<string, object>> = {
  irn_publish: publishing(TOPIC, 'hello', { attestation: 'a', prompt: true }),
  irn_batchPublish: { messages: [publishing(TOPIC, 'one'), publishing(TOPIC, 'two')] },
  irn_subscribe: { topic: TOPIC },
  iridium_subscribeBlocking: { topic: TOPIC },
  irn_batchSubscribe: { topics: TOPICS },
  irn_batchSubscribeBlocking: { topics: TOPICS },
  irn_unsubscribe: { topic: TOPIC, id: MESSAGE_ID },
  irn_batchUnsubscribe: { subscriptions: TOPICS.map((topic) => ({ topic, id: '' })) },
  irn_fetchMessages: { topic: TOPIC },
  irn_batchFetchMessages: { topics: TOPICS },
  irn_batchReceive: { receipts: [{ topic: TOPIC, messageId: MESSAGE_ID }] },
  wc_proposeSession: { pairingTopic: TOPIC, sessionProposal: 'hello', ttl: 300 },
  wc_approveSession: {
    sessionTopic: TOPIC,
    pairingTopic: TOPIC,
    ttl: 300,
    sessionProposalResponse: 'hello',
    sessionSettlementRequest: 'hello',
  },
}
/** Tags of errors that no call may cause. */
const FAULTS = ['StorageError', 'Unknown']

const aPart = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.string({ unit: 'binary' }),
  fc.constantFrom('\0', '\ud800'),
  fc.constantFrom(TOPIC, '__proto__', -1, 0.5, 2 ** 32, 2 ** 53, 1e300),
)
const aCall = anyCall(PARAMS, aPart)
const anId = fc.oneof(
  { weight: 9, arbitrary: fc.maxSafeNat() },
  { weight: 1, arbitrary: fc.constantFrom(1e19, -1, 0.5, null, [], {}, '1', ' ') },
)
const aMethod = fc.oneof(aPart, fc.constant('irn_publish'))
/** Texts to which the relay responds once. */
const aFrame = fc.oneof(
  {
    weight: 8,
    arbitrary: fc
      .tuple(anId, aCall)
      .map(([id, call]) => JSON.stringify({ id, jsonrpc: '2.0', ...call })),
  },
  {
    weight: 1,
    arbitrary: fc
      .record({ id: anId, jsonrpc: aPart, method: aMethod })
      .map((frame) => JSON.stringify(frame)),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
)

describe.each(STORES)('a relay on the %s store', (kind) => {
  let store: TestStore
  let relay: TestRelay
  const logged: string[] = []

  beforeAll(async () => {
    store = await openTestStore(kind, inject('postgresUrl'))
    const { calls, frames } = RELAY_LIMITS
    const limits = {
      frames: { ...frames, perClient: 1_000_000 },
      calls: { ...calls, perClient: 1_000_000 },
    }
    const log = pino({ level: 'warn' }, { write: (line) => logged.push(line) })
    relay = await startTestRelay(store, { limits, log })
  })
  afterAll(async () => {
    await relay.stop()
    await store.drop()
  })

  test('property: responds once to whatever a client sends, and serves others', async () => {
    const hostile = await connectClient(relay.url)
    const isResponse = (text: string) => !text.includes('"method":"irn_subscription"')
    const responses = () => hostile.received.filter(isResponse)
    let sent = 0
    await fc.assert(
      fc.asyncProperty(fc.array(aFrame, { minLength: 1, maxLength: 20 }), async (frames) => {
        for (const frame of frames) hostile.sendText(frame)
        sent += frames.length
        await expect.poll(() => responses().length, { interval: 5 }).toBe(sent)
      }),
      { numRuns: 100, endOnFailure: true },
    )
    const tags = responses().map((text): unknown => JSON.parse(text).error?.data)
    expect(tags.filter((tag) => FAULTS.includes(String(tag)))).toEqual([])
    expect(logged).toEqual([])

    const [app, wallet] = [await connectClient(relay.url), await connectClient(relay.url)]
    const topic = newTopic()
    await wallet.call('irn_subscribe', { topic })
    await app.call('irn_publish', publishing(topic, 'hello'))
    await expect.poll(() => wallet.messages()).toEqual(['hello'])
  })
})
