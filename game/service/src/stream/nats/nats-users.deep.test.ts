import { NATS_PROGRAM } from '@bullring/stack/testing/nats-server'
import { jetstreamManager } from '@nats-io/jetstream'
import { nanos } from '@nats-io/transport-node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startClusterNats } from '../../testing/cluster-nats.ts'
import {
  channelOf,
  deleteSteps,
  lastStep,
  type Nats,
  openNats,
  openStream,
  publishStep,
} from './nats.ts'

const CHANNEL = channelOf(1, 'BNB', 'users')

let server: Awaited<ReturnType<typeof startClusterNats>>
let index: Nats
let node: Nats
let relay: Nats

beforeAll(async () => {
  if (NATS_PROGRAM === null) return
  server = await startClusterNats()
  index = openNats(server.urlsOf('index'))
  node = openNats(server.urlsOf('node'))
  relay = openNats(server.urlsOf('relay'))
  await openStream(await index.connection(), CHANNEL, index.copies)
})

afterAll(async () => {
  if (NATS_PROGRAM === null) return
  await Promise.all([index.close(), node.close(), relay.close()])
  await server.stop()
})

describe.skipIf(NATS_PROGRAM === null)('ops/cluster/nats.conf', () => {
  test('error: refuses clients without a password', async () => {
    const [host] = server.urlsOf('index').map((url) => new URL(url).host)
    for (const login of ['', 'index@', 'index:wrong@']) {
      const nats = openNats([`nats://${login}${host}`])
      await expect(nats.connection()).rejects.toThrow('Authorization Violation')
      await nats.close()
    }
  })

  test('lets the index publish, and no other node', async () => {
    await publishStep(await index.connection(), CHANNEL, { position: 1, text: 'of the index' })
    const connection = await node.connection()
    const attempts = [
      () => publishStep(connection, CHANNEL, { position: 2, text: 'of a node' }),
      () => deleteSteps(connection, CHANNEL),
      () => openStream(connection, CHANNEL, 1),
    ]
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toThrow(/permission/i)
    }
    expect(await lastStep(await index.connection(), CHANNEL)).toBe('of the index')
  })

  test('lets no node report in place of the index', async () => {
    const received: string[] = []
    const subscription = (await index.connection()).subscribe(CHANNEL.aliveSubject, {
      callback: (_error, message) => {
        received.push(message.string())
      },
    })
    ;(await node.connection()).publish(CHANNEL.aliveSubject, '7')
    await (await node.connection()).flush()
    ;(await index.connection()).publish(CHANNEL.aliveSubject, '8')
    await expect.poll(() => received).toEqual(['8'])
    subscription.unsubscribe()
  })

  test('keeps the streams of the game from the relay, and those of the relay from the game', async () => {
    const name = 'relay_messages_300'
    const subject = 'relay_messages.300.topic'
    const ofRelay = await jetstreamManager(await relay.connection())
    await ofRelay.streams.add({ name, subjects: ['relay_messages.300.>'], allow_direct: true })
    await ofRelay.jetstream().publish(subject, 'of the relay')
    await publishStep(await index.connection(), CHANNEL, { position: 3, text: 'kept' })

    await expectNoAccess(relay, CHANNEL.stream, CHANNEL.subject)
    await expectNoAccess(index, name, subject)
    await expectNoAccess(node, name, subject)

    expect(await lastStep(await index.connection(), CHANNEL)).toBe('kept')
    const kept = await ofRelay.direct.getMessage(name, { last_by_subj: subject })
    expect(kept?.string()).toBe('of the relay')
  })

  test('error: a URL with tls connects to no server without TLS', async () => {
    const nats = openNats(server.urlsOf('node').map((url) => url.replace('nats:', 'tls:')))
    await expect(nats.connection()).rejects.toThrow('tls')
    await nats.close()
  })

  // Last: it ends one of the servers.
  test('keeps every step when one server is lost', async () => {
    const connection = await index.connection()
    const { streams } = await jetstreamManager(connection)
    const { config, cluster } = await streams.info(CHANNEL.stream)
    expect(config.num_replicas).toBe(3)
    const leader = server.children.findIndex((_, place) => cluster?.leader === `nats${place + 1}`)
    await server.children[leader]?.stop(0)
    await expect
      .poll(() =>
        publishStep(connection, CHANNEL, { position: 4, text: 'after' }).catch(() => 'no'),
      )
      .toBeUndefined()
    expect(await lastStep(connection, CHANNEL)).toBe('after')
  })
})

/** Tries what would read, change, empty or delete a stream. The server does not respond to some of it. */
async function expectNoAccess(nats: Nats, stream: string, subject: string): Promise<void> {
  const connection = await nats.connection()
  const { streams, direct, consumers } = await jetstreamManager(connection, { timeout: 1_000 })
  const last = { last_by_subj: subject }
  const attempts = {
    find: () => streams.find(subject),
    info: () => streams.info(stream),
    get: () => streams.getMessage(stream, last),
    'direct get': () => direct.getMessage(stream, last),
    consume: () => consumers.add(stream, { name: 'reader', mem_storage: true }),
    update: () => streams.update(stream, { max_age: nanos(1_000) }),
    purge: () => streams.purge(stream),
    delete: () => streams.delete(stream),
  }
  for (const [what, attempt] of Object.entries(attempts)) {
    const refusal = await attempt().then(() => 'done', String)
    expect(refusal, what).toMatch(
      /stream not found|no stream matches|permissions violation|timeout/i,
    )
  }
}
