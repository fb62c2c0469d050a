import { hash } from 'node:crypto'
import { NATS_PROGRAM } from '@bullring/stack/testing/nats-server'
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
import { createIdentity } from '../testing/test-identity.ts'

if (NATS_PROGRAM === null) {
  test.skip('NATS: nats-server is not installed (apt-get install nats-server)')
}

/** Clients connect to two nodes in turn, where the store can be shared. */
describe.each(STORES)('on the %s store', (kind) => {
  let store: TestStore
  let nodes: TestRelay[]
  let connected = 0
  let nowMs = Date.now()
  const clients: TestClient[] = []

  beforeAll(async () => {
    store = await openTestStore(kind, inject('postgresUrl'))
    const limits = { messagesPerTopic: 20, topicsPerSocket: 600 }
    const start = () => startTestRelay(store, { nowMs: () => nowMs, limits })
    nodes = [await start(), ...(store.isShared ? [await start()] : [])]
  })
  afterAll(async () => {
    await Promise.all(nodes.map(({ stop }) => stop()))
    await store.drop()
  })

  function nodeOf(number: number): TestRelay {
    const node = nodes[number % nodes.length]
    if (node === undefined) throw new Error('No node runs.')
    return node
  }
  async function connect(options: Parameters<typeof connectClient>[1] = {}) {
    connected += 1
    const client = await connectClient(nodeOf(connected).url, options)
    clients.push(client)
    return client
  }
  const pair = () => Promise.all([connect(), connect()])
  /** A fetch waits until earlier acknowledgements are stored, for other nodes too. */
  const storeReceipts = (client: TestClient) =>
    client.call('irn_fetchMessages', { topic: newTopic() })

  test('pushes a message to subscribers, with the id that they compute', async () => {
    const [app, wallet] = await pair()
    const topic = newTopic()
    const id = hash('sha256', `${topic}${wallet.identity.did}`)
    expect(await wallet.call('irn_subscribe', { topic })).toBe(id)
    const sent = publishing(topic, 'sealed', { tag: 1_110, attestation: 'attested', prompt: true })
    expect(await app.call('irn_publish', { ...sent, tvf: { rpcMethods: ['eth_sign'] } })).toBe(true)
    await expect.poll(() => wallet.pushes).toHaveLength(1)
    const [push] = wallet.pushes
    expect(push?.params).toEqual({
      id,
      data: {
        topic,
        message: 'sealed',
        attestation: 'attested',
        tag: 1_110,
        publishedAt: nowMs,
      },
    })
    expect(String(push?.id)).toMatch(/^\d{16}$/)
    expect(wallet.received.join('')).not.toContain('eth_sign')
  })

  test('never sends a message back to its publisher, nor to another socket of the same client', async () => {
    // Messages that one socket of a client acknowledges are no longer read by the others.
    const app = await connect({ acknowledges: false })
    const wallet = await connect()
    const topic = newTopic()
    await app.call('irn_subscribe', { topic })
    await wallet.call('irn_subscribe', { topic })
    await app.call('irn_publish', publishing(topic, 'own'))
    await expect.poll(() => wallet.messages()).toEqual(['own'])
    const again = await connect({ identity: app.identity, acknowledges: false })
    await again.call('irn_subscribe', { topic })
    await wallet.call('irn_publish', publishing(topic, 'marker'))
    await expect.poll(() => again.messages()).toEqual(['marker'])
    await expect.poll(() => app.messages()).toEqual(['marker'])
    for (const push of again.pushes) again.acknowledge(push)
    expect((await again.request('irn_fetchMessages', { topic })).result).toEqual({
      messages: [],
      hasMore: false,
    })
  })

  test('pushes to each subscribed socket of a client, until one of them acknowledges', async () => {
    const app = await connect()
    const first = await connect({ acknowledges: false })
    const { identity } = first
    const second = await connect({ identity, acknowledges: false })
    const topic = newTopic()
    for (const socket of [first, second]) await socket.call('irn_subscribe', { topic })
    await app.call('irn_publish', publishing(topic, 'one'))
    await app.call('irn_publish', publishing(topic, 'two'))
    for (const socket of [first, second]) {
      await expect.poll(() => socket.messages()).toEqual(['one', 'two'])
    }
    const [one] = second.pushes
    if (one !== undefined) second.acknowledge(one)
    await storeReceipts(second)
    // No socket of a client receives its acknowledged messages again. The others come to each socket that subscribes.
    await second.close()
    const third = await connect({ identity, acknowledges: false })
    await third.call('irn_subscribe', { topic })
    await expect.poll(() => third.messages()).toEqual(['two'])
    await first.call('irn_subscribe', { topic })
    await expect.poll(() => first.messages()).toEqual(['one', 'two', 'two'])
  })

  test('a socket that unsubscribes leaves the other sockets of its client subscribed', async () => {
    const [app, first] = await pair()
    const second = await connect({ identity: first.identity, acknowledges: false })
    const [topic, other] = [newTopic(), newTopic()]
    for (const socket of [first, second]) {
      await socket.call('irn_batchSubscribe', { topics: [topic, other] })
    }
    await first.call('irn_unsubscribe', { topic, id: 'made up' })
    await app.call('irn_publish', publishing(topic, 'for the second'))
    await expect.poll(() => second.messages()).toEqual(['for the second'])
    await app.call('irn_publish', publishing(other, 'for both'))
    await expect.poll(() => first.messages()).toEqual(['for both'])
    await expect.poll(() => second.messages()).toEqual(['for the second', 'for both'])
  })

  test('keeps messages for later subscribers, and pushes them in publish order', async () => {
    const [app, wallet] = await pair()
    const topic = newTopic()
    const texts = Array.from({ length: 12 }, (_, index) => `message ${index}`)
    await Promise.all(texts.map((text) => app.call('irn_publish', publishing(topic, text))))
    expect(await wallet.call('irn_batchSubscribe', { topics: [topic, newTopic()] })).toHaveLength(2)
    await expect.poll(() => wallet.messages()).toEqual(texts)
    // An acknowledgement by one client does not take the messages from another.
    const other = await connect()
    await other.call('irn_subscribe', { topic })
    await expect.poll(() => other.messages()).toEqual(texts)
  })

  test('sends the result of a call before the pushes that follow from it', async () => {
    const [app, wallet] = await pair()
    const topic = newTopic()
    await app.call('irn_publish', publishing(topic, 'waiting'))
    await wallet.call('irn_subscribe', { topic })
    await expect.poll(() => wallet.messages()).toEqual(['waiting'])
    expect(wallet.received[0]).toContain('"result"')
    expect(wallet.received[1]).toContain('irn_subscription')
  })

  test('pushes a message again after a reconnect, until it is acknowledged', async () => {
    const app = await connect()
    const silent = await connect({ acknowledges: false })
    const topic = newTopic()
    await silent.call('irn_subscribe', { topic })
    await app.call('irn_publish', publishing(topic, 'first'))
    await app.call('irn_publish', publishing(topic, 'second'))
    await expect.poll(() => silent.messages()).toEqual(['first', 'second'])
    const [first] = silent.pushes
    if (first !== undefined) silent.acknowledge(first)
    // An error is no acknowledgement.
    const error = { code: -32_000, message: 'failed' }
    silent.sendText(JSON.stringify({ id: silent.pushes[1]?.id, jsonrpc: '2.0', error }))
    await silent.call('irn_unsubscribe', { topic: newTopic(), id: 'made up' })
    await storeReceipts(silent)
    await silent.close()

    const { identity } = silent
    const back = await connect({ identity })
    await back.call('irn_subscribe', { topic })
    await expect.poll(() => back.messages()).toEqual(['second'])
    await back.call('irn_unsubscribe', { topic, id: 'made up' })
    await storeReceipts(back)
    await back.close()
    const last = await connect({ identity })
    await last.call('irn_subscribe', { topic })
    await app.call('irn_publish', publishing(topic, 'third'))
    await expect.poll(() => last.messages()).toEqual(['third'])
  })

  test('stores the same message once, and reports success each time', async () => {
    const [app, wallet] = await pair()
    const topic = newTopic()
    await wallet.call('irn_subscribe', { topic })
    const same = publishing(topic, 'same')
    const results = await Promise.all([1, 2, 3].map(() => app.call('irn_publish', same)))
    expect(results).toEqual([true, true, true])
    expect(await app.call('irn_publish', same)).toBe(true)
    await app.call('irn_publish', publishing(topic, 'marker'))
    await expect.poll(() => wallet.messages()).toEqual(['same', 'marker'])
    // The same text on another topic is another message.
    const elsewhere = newTopic()
    await wallet.call('irn_subscribe', { topic: elsewhere })
    await app.call('irn_publish', publishing(elsewhere, 'same'))
    await expect.poll(() => wallet.messages()).toEqual(['same', 'marker', 'same'])
  })

  test('forgets a message at the end of its lifetime', async () => {
    const [app, wallet] = await pair()
    const topic = newTopic()
    await app.call('irn_publish', publishing(topic, 'short', { ttl: 1 }))
    await app.call('irn_publish', publishing(topic, 'long', { ttl: 2_592_000 }))
    nowMs += 1_000
    await wallet.call('irn_subscribe', { topic })
    await expect.poll(() => wallet.messages()).toEqual(['long'])
    // It counts as new then.
    await app.call('irn_publish', publishing(topic, 'short'))
    await expect.poll(() => wallet.messages()).toEqual(['long', 'short'])
  })

  test('fetched messages count as delivered', async () => {
    const [app, wallet] = await pair()
    const topic = newTopic()
    const other = newTopic()
    await app.call('irn_publish', publishing(topic, 'one'))
    await app.call('irn_publish', publishing(other, 'two', { tag: 0 }))
    const data = { attestation: '', publishedAt: nowMs }
    expect(await wallet.call('irn_batchFetchMessages', { topics: [topic, other] })).toEqual({
      messages: [
        { topic, message: 'one', tag: 1_108, ...data },
        { topic: other, message: 'two', tag: 0, ...data },
      ],
      hasMore: false,
    })
    const empty = { messages: [], hasMore: false }
    expect(await wallet.call('irn_fetchMessages', { topic })).toEqual(empty)
    await wallet.call('irn_subscribe', { topic })
    await app.call('irn_publish', publishing(topic, 'three'))
    await expect.poll(() => wallet.messages()).toEqual(['three'])
  })

  test('takes receipts for messages', async () => {
    const [app, wallet] = await pair()
    const topic = newTopic()
    await app.call('irn_publish', publishing(topic, 'received elsewhere'))
    const receipts = [
      { topic, messageId: hash('sha256', 'received elsewhere') },
      { topic: newTopic(), messageId: 'unknown' },
    ]
    expect(await wallet.call('irn_batchReceive', { receipts })).toBe(true)
    await wallet.call('irn_subscribe', { topic })
    await app.call('irn_publish', publishing(topic, 'new'))
    await expect.poll(() => wallet.messages()).toEqual(['new'])
  })

  test('a client that is slow to read gets everything once, in order, when it reads again', async () => {
    const app = await connect()
    const slow = await connect()
    const topics = Array.from({ length: 5 }, newTopic)
    await slow.call('irn_batchSubscribe', { topics })
    slow.socket.pause()
    const text = 'x'.repeat(400_000)
    for (let round = 0; round < 10; round += 1) {
      for (const topic of topics) {
        await app.call('irn_publish', publishing(topic, `${round} ${text}`))
      }
    }
    slow.socket.resume()
    await expect.poll(() => slow.pushes.length).toBe(50)
    await app.call('irn_batchPublish', {
      messages: topics.map((topic) => publishing(topic, 'end')),
    })
    await expect.poll(() => slow.pushes.length).toBe(55)
    const expected = [...Array.from({ length: 10 }, (_, round) => `${round}`), 'end']
    for (const topic of topics) {
      const got = slow.pushes.filter(({ params }) => params.data.topic === topic)
      expect(got.map(({ params }) => params.data.message.split(' ')[0])).toEqual(expected)
    }
  })

  test('sends nothing more after an unsubscription', async () => {
    const [app, wallet] = await pair()
    const [left, kept] = [newTopic(), newTopic()]
    await wallet.call('irn_batchSubscribe', { topics: [left, kept] })
    const subscriptions = [{ topic: left, id: 'any' }]
    expect(await wallet.call('irn_batchUnsubscribe', { subscriptions })).toBe(true)
    const messages = [publishing(left, 'unseen'), publishing(kept, 'seen')]
    expect(await app.call('irn_batchPublish', { messages })).toBe(true)
    await expect.poll(() => wallet.messages()).toEqual(['seen'])
  })

  test('wc_proposeSession subscribes the app and publishes its proposal', async () => {
    const [app, wallet] = await pair()
    const [pairingTopic, sessionTopic] = [newTopic(), newTopic()]
    const proposal = { pairingTopic, sessionProposal: 'proposal', ttl: 300, correlationId: 1 }
    expect(await app.call('wc_proposeSession', proposal)).toBe(true)
    await wallet.call('irn_subscribe', { topic: pairingTopic })
    await expect
      .poll(() => wallet.pushes.map(({ params }) => params.data))
      .toMatchObject([{ message: 'proposal', tag: 1_100, topic: pairingTopic, attestation: '' }])
    const approval = {
      sessionTopic,
      pairingTopic,
      ttl: 300,
      correlationId: 1,
      sessionProposalResponse: 'response',
      sessionSettlementRequest: 'settlement',
    }
    expect(await wallet.call('wc_approveSession', approval)).toBe(true)
    await expect
      .poll(() => app.pushes.map(({ params }) => params.data))
      .toMatchObject([{ message: 'response', tag: 1_101, topic: pairingTopic }])
    await app.call('irn_subscribe', { topic: sessionTopic })
    await expect.poll(() => app.messages()).toEqual(['response', 'settlement'])
    expect(app.pushes[1]?.params.data.tag).toBe(1_102)
    // The wallet is subscribed to the session.
    await app.call('irn_publish', publishing(sessionTopic, 'request'))
    await expect.poll(() => wallet.messages()).toEqual(['proposal', 'request'])
  })

  test('knows the former names of its methods, and the blocking ones', async () => {
    const [app, wallet] = await pair()
    const [first, second] = [newTopic(), newTopic()]
    const id = await wallet.call('iridium_subscribeBlocking', { topic: first })
    expect(id).toBe(hash('sha256', `${first}${wallet.identity.did}`))
    expect(await wallet.call('irn_batchSubscribeBlocking', { topics: [first, second] })).toEqual([
      { id },
      { id: hash('sha256', `${second}${wallet.identity.did}`) },
    ])
    expect(await app.call('iridium_publish', publishing(second, 'old name'))).toBe(true)
    await expect.poll(() => wallet.messages()).toEqual(['old name'])
  })

  test.each([
    ['a text of 19 digits', '"1763800000000123456"'],
    ['a number of 19 digits', '1763800000000123457'],
    ['a short number', '7'],
  ])('repeats an id that is %s', async (_, id) => {
    const client = await connect()
    const params = `{"topic":"${newTopic()}","id":3,"nested":{"id":4}}`
    client.sendText(`{"params":${params},"id":${id},"jsonrpc":"2.0","method":"irn_subscribe"}`)
    await expect.poll(() => client.received).toHaveLength(1)
    expect(client.received[0]).toContain(`"id":${id},`)
  })

  const topic = newTopic()
  test.each([
    ['irn_unknown', {}, -32_600, 'InvalidMethod'],
    ['irn_constructor', {}, -32_600, 'InvalidMethod'],
    ['irn_publish', { topic, message: 'x' }, -32_600, 'InvalidParams'],
    ['irn_publish', publishing(topic, 'm', { tag: 2 ** 32 }), -32_600, 'InvalidParams'],
    ['irn_publish', publishing(topic, 'a\0b'), -32_600, 'InvalidParams'],
    ['irn_publish', publishing(topic, 'x', { ttl: '300' }), -32_600, 'InvalidParams'],
    ['irn_publish', publishing('ab', 'x'), -32_600, 'InvalidTopic'],
    ['irn_publish', publishing(topic.toUpperCase(), 'x'), -32_600, 'InvalidTopic'],
    ['irn_publish', publishing(topic, 'x', { ttl: 0 }), -32_000, 'TtlTooShort'],
    ['irn_publish', publishing(topic, 'x', { ttl: 2_592_001 }), -32_000, 'TtlTooLong'],
    ['irn_publish', publishing(topic, 'x'.repeat(600_000)), -32_600, 'PayloadSizeExceeded'],
    ['irn_subscribe', { topic: 'z'.repeat(64) }, -32_600, 'InvalidTopic'],
    ['irn_batchSubscribe', { topics: [] }, -32_600, 'BatchEmpty'],
    ['irn_batchFetchMessages', { topics: Array(501).fill(topic) }, -32_600, 'BatchLimitExceeded'],
    ['irn_batchReceive', { receipts: [] }, -32_600, 'BatchEmpty'],
    ['irn_watchRegister', { registerAuth: 'x' }, -32_600, 'InvalidMethod'],
    ['irn_watchUnregister', { unregisterAuth: 'x' }, -32_600, 'InvalidMethod'],
  ])('error: %s with %o', async (method, params, code, data) => {
    const client = await connect()
    expect((await client.request(method, params)).error).toMatchObject({ code, data })
  })

  test.each([
    ['no JSON', 'hello', 'Serialization'],
    ['no object', '[1]', 'Serialization'],
    ['no id', '{"jsonrpc":"2.0","method":"irn_subscribe"}', 'InvalidRequestId'],
    ['a fraction as id', '{"id":1.5,"jsonrpc":"2.0","method":"x"}', 'InvalidRequestId'],
    ['no version', '{"id":1,"method":"irn_subscribe"}', 'InvalidJsonRpcVersion'],
    ['no method', '{"id":1,"jsonrpc":"2.0"}', 'InvalidMethod'],
  ])('error: a text with %s', async (_, text, data) => {
    const client = await connect()
    client.sendText(text)
    await expect.poll(() => client.received).toHaveLength(1)
    expect(JSON.parse(client.received[0] ?? '')).toMatchObject({ error: { code: -32_600, data } })
  })

  test('reads a mailbox of long messages in parts', async () => {
    const app = await connect()
    const silent = await connect({ acknowledges: false })
    const topic = newTopic()
    const numbers = Array.from({ length: 18 }, (_, index) => `${index}`)
    for (const number of numbers) {
      await app.call('irn_publish', publishing(topic, number.padEnd(400_000)))
    }
    await silent.call('irn_subscribe', { topic })
    // The eleventh exceeds 4 MiB. Further ones wait for acknowledgements.
    await expect.poll(() => silent.pushes).toHaveLength(11)
    const part = { messages: { length: 11 }, hasMore: true }
    const fetcher = await connect()
    expect(await fetcher.call('irn_fetchMessages', { topic })).toMatchObject(part)
    const rest = { messages: { length: 7 }, hasMore: false }
    expect(await fetcher.call('irn_fetchMessages', { topic })).toMatchObject(rest)
    for (const push of silent.pushes.slice()) silent.acknowledge(push)
    await expect.poll(() => silent.messages().map((text) => text.trim())).toEqual(numbers)
  })

  test('error: a mailbox holds a number of messages at most', async () => {
    const app = await connect()
    const topic = newTopic()
    for (let index = 0; index < 20; index += 1) {
      await app.call('irn_publish', publishing(topic, `message ${index}`))
    }
    const { error } = await app.request('irn_publish', publishing(topic, 'one more'))
    expect(error).toMatchObject({ code: -32_000, data: 'MailboxLimitExceeded' })
    expect(await app.call('irn_publish', publishing(topic, 'message 3'))).toBe(true)
  })

  test('a client with hundreds of topics reconnects again and again, and gets its messages', async () => {
    const [app, wallet] = await pair()
    const topics = Array.from({ length: 500 }, newTopic)
    const topic = topics.at(-1) ?? ''
    const { identity } = wallet
    for (let round = 0; round < 2; round += 1) {
      await app.call('irn_publish', publishing(topic, `${round}`))
      const client = await connect({ identity })
      expect(await client.call('irn_batchSubscribe', { topics })).toHaveLength(500)
      await expect.poll(() => client.messages()).toEqual([`${round}`])
      expect(await client.call('irn_batchFetchMessages', { topics })).toMatchObject({
        messages: [],
      })
      await client.close()
    }
  })

  test('error: a socket has a number of topics at most', async () => {
    const client = await connect()
    const topics = () => Array.from({ length: 300 }, newTopic)
    await client.call('irn_batchSubscribe', { topics: topics() })
    await client.call('irn_batchSubscribe', { topics: topics() })
    const { error } = await client.request('irn_subscribe', { topic: newTopic() })
    expect(error).toMatchObject({ code: -32_000, data: 'SubscriberLimitExceeded' })
    const blocking = await client.call('irn_batchSubscribeBlocking', { topics: [newTopic()] })
    expect(blocking).toMatchObject([{ error: { data: 'SubscriberLimitExceeded' } }])
  })

  test('serves the same methods by HTTP', async () => {
    const relay = nodeOf(0)
    const [app, wallet] = await pair()
    const identity = createIdentity()
    const topic = newTopic()
    const call = async (method: string, params: unknown, token: string) => {
      const response = await fetch(`${relay.httpUrl}/rpc?projectId=`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ id: '1763800000000123456', jsonrpc: '2.0', method, params }),
      })
      return { status: response.status, body: await response.json() }
    }
    const token = await identity.token(relay.url)
    await wallet.call('irn_subscribe', { topic })
    const published = await call('irn_publish', publishing(topic, 'by HTTP'), token)
    expect(published).toEqual({
      status: 200,
      body: { id: '1763800000000123456', jsonrpc: '2.0', result: true },
    })
    await expect.poll(() => wallet.messages()).toEqual(['by HTTP'])
    await app.call('irn_publish', publishing(topic, 'to HTTP'))
    const fetched = await call('irn_fetchMessages', { topic }, token)
    expect(fetched.body).toMatchObject({ result: { messages: [{ message: 'to HTTP' }] } })
    const refused = await call('irn_fetchMessages', { topic }, 'none')
    expect(refused).toMatchObject({ status: 401, body: { error: { code: 3_000 } } })
  })
})
