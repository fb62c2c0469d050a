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
import { connectClient, type TestClient } from '../testing/test-client.ts'

const AUDIENCE = 'wss://relay.example'
const FULL = { code: -32_000, data: 'MailboxLimitExceeded' }
/** Two of these reach the limit of a client, and four the limit of an address. */
const TEXT = 'x'.repeat(40_000)

describe.each(STORES)('two nodes on the %s store', (kind) => {
  let store: TestStore
  let nodes: TestRelay[]
  let nowMs = Date.now()

  beforeAll(async () => {
    store = await openTestStore(kind, inject('postgresUrl'))
    const variables = {
      TRUST_PROXY: '1',
      RELAY_AUDIENCES: AUDIENCE,
    }
    const limits = { bytes: { perClient: 100_000, perIp: 180_000 } }
    const count = store.isShared ? 2 : 1
    nodes = await Promise.all(
      Array.from({ length: count }, () =>
        startTestRelay(store, { variables, limits, nowMs: () => nowMs }),
      ),
    )
  })
  afterAll(async () => {
    await Promise.all(nodes.map(({ stop }) => stop()))
    await store.drop()
  })

  const urlOf = (index: number) => nodes[index % nodes.length]?.url ?? ''
  const connect = (index: number, options: Parameters<typeof connectClient>[1] = {}) =>
    connectClient(urlOf(index), { audience: AUDIENCE, ...options })
  const large = (name: string, changes = {}) =>
    publishing(newTopic(), `${name} ${TEXT}`, { ttl: 3_600, ...changes })

  /** Publishes a message that expires soon: nodes on NATS learn a little later what others have stored. */
  const probe = async (client: TestClient) =>
    (await client.request('irn_publish', large('probe', { ttl: 60 }))).error

  test('error: a client stores a number of bytes at most, whichever node it uses', async () => {
    const app = await connect(0)
    const sent = large('first')
    await app.call('irn_publish', sent)
    await app.call('irn_publish', large('second', { ttl: 60 }))
    const elsewhere = await connect(1, { identity: app.identity })
    await expect.poll(() => probe(elsewhere)).toMatchObject(FULL)
    // A stored message is confirmed, and others have room.
    expect(await elsewhere.call('irn_publish', sent)).toBe(true)
    const other = await connect(0)
    expect(await other.call('irn_publish', large('of another'))).toBe(true)
    // Room returns when messages expire.
    nowMs += 200_000
    expect(await elsewhere.call('irn_publish', large('later'))).toBe(true)
    expect((await elsewhere.request('irn_publish', large('last'))).error).toMatchObject(FULL)
  })

  test('error: all clients of an address store a number of bytes at most', async () => {
    const from = '203.0.113.7'
    for (let index = 0; index < 4; index += 1) {
      const client = await connect(index, { from })
      await client.call('irn_publish', large(`of client ${index}`))
      await client.close()
    }
    const last = await connect(1, { from })
    await expect.poll(() => probe(last)).toMatchObject(FULL)
    const elsewhere = await connect(1, { from: '203.0.113.8' })
    expect(await elsewhere.call('irn_publish', large('from elsewhere'))).toBe(true)
  })

  test('error: a batch within which the limit is reached', async () => {
    const client = await connect(0)
    const messages = ['one', 'two', 'three'].map((name) => large(name))
    expect((await client.request('irn_batchPublish', { messages })).error).toMatchObject(FULL)
    const [first] = messages
    expect(await client.call('irn_publish', first)).toBe(true)
  })

  test('error: an attestation counts as part of the message', async () => {
    const client = await connect(0)
    const attested = large('attested', { attestation: 'x'.repeat(600_000) })
    expect((await client.request('irn_publish', attested)).error).toMatchObject({
      data: 'PayloadSizeExceeded',
    })
  })
})
