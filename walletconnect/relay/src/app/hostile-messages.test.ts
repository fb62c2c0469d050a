import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
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

/** Subjects of NATS separate names by points, and have wildcards. */
const TOPICS = [
  '*',
  '>',
  'a.b',
  '$JS.API.INFO',
  '_INBOX.>',
  '',
  ' ',
  `${'a'.repeat(64)}\n`,
  `${'a'.repeat(63)}*`,
  `${'a'.repeat(63)}>`,
  `${'a'.repeat(62)}.>`,
  `${'a'.repeat(64)}.${'b'.repeat(64)}`,
  `${'a'.repeat(63)}ａ`,
]
const TTLS = [0, -1, -2_592_000, 2_592_001, 1e300, Number.MAX_SAFE_INTEGER, 0.5, null, '300']

describe.each(STORES)('a relay with hostile clients on the %s store', (kind) => {
  let store: TestStore
  let relay: TestRelay

  beforeAll(async () => {
    store = await openTestStore(kind, inject('postgresUrl'))
    relay = await startTestRelay(store)
  })
  afterAll(async () => {
    await relay.stop()
    await store.drop()
  })

  const connect = () => connectClient(relay.url)

  /** Others still send and receive. */
  async function expectService() {
    const [app, wallet] = [await connect(), await connect()]
    const topic = newTopic()
    await wallet.call('irn_subscribe', { topic })
    expect(await app.call('irn_publish', publishing(topic, 'hello'))).toBe(true)
    await expect.poll(() => wallet.messages()).toEqual(['hello'])
    expect(wallet.messages()).toHaveLength(1)
    await Promise.all([app.close(), wallet.close()])
  }

  test.each(TOPICS)('error: refuses the topic %j', async (topic) => {
    const client = await connect()
    const refused = { error: { data: 'InvalidTopic' } }
    expect(await client.request('irn_publish', publishing(topic, 'x'))).toMatchObject(refused)
    for (const method of ['irn_subscribe', 'irn_unsubscribe', 'irn_fetchMessages']) {
      expect(await client.request(method, { topic })).toMatchObject(refused)
    }
    expect(
      await client.request('irn_batchSubscribe', { topics: [newTopic(), topic] }),
    ).toMatchObject(refused)
    const receipts = [{ topic, messageId: 'a'.repeat(64) }]
    expect(await client.request('irn_batchReceive', { receipts })).toMatchObject(refused)
    await client.close()
  })

  test('error: refuses times to live that no store could keep', async () => {
    const client = await connect()
    const topic = newTopic()
    for (const ttl of TTLS) {
      const { error } = await client.request('irn_publish', publishing(topic, 'x', { ttl }))
      expect([ttl, error?.data]).toEqual([ttl, expect.stringMatching(/^(Ttl|InvalidParams)/)])
    }
    expect(await client.call('irn_fetchMessages', { topic })).toMatchObject({ messages: [] })
    await expectService()
  })

  test('passes on attestations of any characters, up to 16 KiB, with the longest message', async () => {
    const client = await connect()
    const wallet = await connect()
    const late = await connect()
    for (const character of ['%', '\r', '\n', 'é', '€', '😀']) {
      const attestation = character.repeat(Math.floor(16_384 / Buffer.byteLength(character)))
      const topic = newTopic()
      const text = 'x'.repeat(524_288 - Buffer.byteLength(attestation))
      await wallet.call('irn_subscribe', { topic })
      const sent = await client.request('irn_publish', publishing(topic, text, { attestation }))
      expect([character, sent.error]).toEqual([character, undefined])
      await expect
        .poll(
          () =>
            wallet.pushes.find(({ params }) => params.data.topic === topic)?.params.data.attestation
              .length,
        )
        .toBe(attestation.length)
      const fetched = { messages: [{ attestation: expect.stringContaining(character) }] }
      expect(await late.call('irn_fetchMessages', { topic })).toMatchObject(fetched)
    }
    const attestation = 'x'.repeat(16_385)
    const { error } = await client.request(
      'irn_publish',
      publishing(newTopic(), 'x', { attestation }),
    )
    expect(error?.data).toBe('PayloadSizeExceeded')
    await Promise.all([client.close(), wallet.close(), late.close()])
    await expectService()
  })

  test('ignores receipts of ids that no message has', async () => {
    const client = await connect()
    const ids = ['*', '>', 'a,b', 'a'.repeat(64), '.', '\r\nPUB x 0']
    const receipts = ids.map((messageId) => ({ topic: newTopic(), messageId }))
    expect(await client.call('irn_batchReceive', { receipts })).toBe(true)
    await client.close()
    await expectService()
  })
})
