import { setTimeout as sleep } from 'node:timers/promises'
import type { Child } from '@bullring/stack/processes/child'
import { NATS_PROGRAM } from '@bullring/stack/testing/nats-server'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { startRelayProcess } from '../testing/relay-process.ts'
import {
  newTopic,
  openTestStore,
  publishing,
  STORES,
  startTestRelay,
  type TestRelay,
  type TestStore,
} from '../testing/start-test-relay.ts'
import { connectClient, RejectedCall, type TestClient } from '../testing/test-client.ts'
import { createIdentity } from '../testing/test-identity.ts'

const SHARED = STORES.filter((kind) => kind !== 'memory')

if (NATS_PROGRAM === null) {
  test.skip('NATS: nats-server is not installed (apt-get install nats-server)')
}

describe.each(SHARED)('two nodes on the %s store', (kind) => {
  let store: TestStore
  let nodes: [TestRelay, TestRelay]
  const children: Child[] = []

  beforeAll(async () => {
    store = await openTestStore(kind, inject('postgresUrl'))
    nodes = [await startTestRelay(store), await startTestRelay(store)]
  })
  afterAll(async () => {
    await Promise.all(children.map((child) => child.stop(0)))
    await Promise.all(nodes.map(({ stop }) => stop()))
    await store.drop()
  })

  const range = (count: number) => Array.from({ length: count }, (_, index) => `message ${index}`)

  /** Publishes until the relay has confirmed, as the clients do, or rejects the message for good. */
  async function publishSurely(
    text: string,
    topic: string,
    connect: () => Promise<TestClient>,
    given: TestClient,
  ): Promise<TestClient> {
    let client = given
    for (;;) {
      try {
        await client.call('irn_publish', publishing(topic, text))
        return client
      } catch (error) {
        if (error instanceof RejectedCall && !error.isTransient) throw error
        await sleep(50)
        client = await connect()
      }
    }
  }

  test('push messages to the subscribers of each other, in order and once', async () => {
    const [app, wallet] = [await connectClient(nodes[0].url), await connectClient(nodes[1].url)]
    const topic = newTopic()
    await wallet.call('irn_subscribe', { topic })
    const texts = range(200)
    for (const text of texts) await app.call('irn_publish', publishing(topic, text))
    await expect.poll(() => wallet.messages()).toEqual(texts)
    await wallet.call('irn_publish', publishing(topic, 'back'))
    await app.call('irn_subscribe', { topic })
    await expect.poll(() => app.messages()).toEqual(['back'])
    // The wallet moves to the other node, and gets nothing again.
    const moved = await connectClient(nodes[0].url, { identity: wallet.identity })
    await moved.call('irn_subscribe', { topic })
    await app.call('irn_publish', publishing(topic, 'after the move'))
    await expect.poll(() => moved.messages()).toEqual(['after the move'])
    await Promise.all([app.close(), wallet.close(), moved.close()])
  })

  test('store the same message once, whichever node gets it', async () => {
    const publishers = await Promise.all(nodes.map(({ url }) => connectClient(url)))
    const wallet = await connectClient(nodes[0].url)
    const topic = newTopic()
    await wallet.call('irn_subscribe', { topic })
    const texts = range(50)
    await Promise.all(
      publishers.flatMap((client) =>
        texts.map((text) => client.call('irn_publish', publishing(topic, text))),
      ),
    )
    await expect.poll(() => wallet.messages().toSorted()).toEqual(texts.toSorted())
    await Promise.all([...publishers, wallet].map((client) => client.close()))
  })

  test('deliver what came before and after, when many clients subscribe to many topics at once', async () => {
    const wallets = await Promise.all(
      Array.from({ length: 60 }, (_, index) => connectClient(nodes[index % 2]?.url ?? '')),
    )
    const topics = wallets.map(() => Array.from({ length: 40 }, newTopic))
    const app = await connectClient(nodes[0].url)
    const publishFirst = (text: string) =>
      app.call('irn_batchPublish', {
        messages: topics.map(([topic = '']) => publishing(topic, text)),
      })
    await publishFirst('before')
    await Promise.all(
      wallets.map((wallet, index) => wallet.call('irn_batchSubscribe', { topics: topics[index] })),
    )
    await publishFirst('after')
    for (const wallet of wallets) {
      await expect.poll(() => wallet.messages()).toEqual(['before', 'after'])
    }
    await Promise.all([app, ...wallets].map((client) => client.close()))
  })

  test('a node that is killed amid requests loses and doubles nothing', async () => {
    const dying = await startRelayProcess(store.variables)
    children.push(dying.child)
    const topic = newTopic()
    const wallet = await connectClient(nodes[1].url)
    await wallet.call('irn_subscribe', { topic })
    const movedWallet = await connectClient(dying.url)
    await movedWallet.call('irn_subscribe', { topic })
    const apps = await Promise.all([1, 2, 3, 4].map(() => connectClient(dying.url)))
    const texts = range(400)
    const publishing = apps.map(async (app, index) => {
      let client = app
      const connect = () => connectClient(nodes[0].url, { identity: app.identity })
      for (const text of texts.filter((_, place) => place % apps.length === index)) {
        client = await publishSurely(text, topic, connect, client)
      }
      await client.close()
    })
    await expect.poll(() => movedWallet.messages().length).toBeGreaterThan(50)
    dying.child.process.kill('SIGKILL')
    await Promise.all(publishing)
    const { identity } = movedWallet
    const back = await connectClient(nodes[0].url, { identity })
    await back.call('irn_subscribe', { topic })
    await expect.poll(() => new Set(wallet.messages()).size).toBe(texts.length)
    expect(wallet.messages()).toHaveLength(texts.length)
    const both = () => [...movedWallet.messages(), ...back.messages()]
    await expect.poll(() => new Set(both()).size).toBe(texts.length)
    // Messages not acknowledged before the kill come again, and none comes twice on one socket.
    for (const messages of [movedWallet.messages(), back.messages()]) {
      expect(new Set(messages).size).toBe(messages.length)
    }
    await Promise.all([wallet.close(), back.close()])
  })

  test('a node that stops moves its clients and loses nothing', async () => {
    const stopping = await startRelayProcess(store.variables)
    children.push(stopping.child)
    const topic = newTopic()
    const wallet = await connectClient(stopping.url)
    await wallet.call('irn_subscribe', { topic })
    const app = await connectClient(stopping.url)
    const replies = range(200).map((text) => app.request('irn_publish', publishing(topic, text)))
    stopping.child.process.kill('SIGTERM')
    expect(await wallet.closed).toMatchObject({ code: 1_012 })
    expect(await app.closed).toMatchObject({ code: 1_012 })
    const outcomes = await Promise.allSettled(replies)
    await stopping.child.exited
    const back = await connectClient(nodes[0].url, { identity: wallet.identity })
    await back.call('irn_subscribe', { topic })
    const confirmed = outcomes.filter(({ status }) => status === 'fulfilled').length
    const both = () => [...wallet.messages(), ...back.messages()]
    await expect.poll(() => new Set(both()).size).toBeGreaterThanOrEqual(confirmed)
    await back.close()
  })

  test('nodes that are restarted one after the other, amid requests, lose and double nothing', async () => {
    const start = async () => {
      // On a slow machine, more messages than the default limit are sent before the third node runs.
      const node = await startRelayProcess(store.variables, { messagesPerTopic: 100_000 })
      children.push(node.child)
      return node
    }
    const [first, second] = await Promise.all([start(), start()])
    let current = first
    const topic = newTopic()
    const { promise: ended, resolve: end } = Promise.withResolvers<null>()
    const identity = createIdentity()
    const wallets: TestClient[] = []
    /** Connects to the node that runs. The earlier node may refuse meanwhile. */
    const connect = async (options = {}): Promise<TestClient> => {
      for (;;) {
        const client = await connectClient(current.url, options).catch(() => null)
        if (client !== null) return client
        await sleep(50)
      }
    }
    /** A wallet that connects again whenever its node closes. */
    const follow = async () => {
      for (let isOver = false; !isOver; ) {
        const wallet = await connect({ identity })
        wallets.push(wallet)
        await wallet.call('irn_subscribe', { topic }).catch(() => undefined)
        isOver = (await Promise.race([wallet.closed, ended])) === null
      }
    }
    const following = follow()
    let isRestarted = false
    const texts: string[] = []
    const publish = async () => {
      let app = await connect()
      while (!isRestarted) {
        do await sleep(5)
        while (texts.length - received().length > 10)
        texts.push(`message ${texts.length}`)
        app = await publishSurely(texts.at(-1) ?? '', topic, connect, app)
      }
      await app.close()
    }
    const received = () => wallets.flatMap((wallet) => wallet.messages())
    const published = publish()
    const stopAfter = async (node: typeof first, next: typeof first, count: number) => {
      await expect.poll(() => received().length).toBeGreaterThan(count)
      current = next
      node.child.process.kill('SIGTERM')
      await node.child.exited
    }
    await stopAfter(first, second, 20)
    await stopAfter(second, await start(), received().length + 20)
    await expect.poll(() => wallets.length).toBeGreaterThanOrEqual(3)
    isRestarted = true
    await published
    await expect.poll(() => new Set(received()).size).toBe(texts.length)
    for (const wallet of wallets) {
      const messages = wallet.messages()
      expect(new Set(messages).size).toBe(messages.length)
    }
    expect(await wallets[0]?.closed).toMatchObject({ code: 1_012 })
    end(null)
    await following
    await wallets.at(-1)?.close()
  })
})
