import { natsUrl } from '@bullring/cluster/programs/start-nats'
import { NATS_PROGRAM } from '@bullring/stack/testing/nats-server'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startClusterNats } from '../testing/cluster-nats.ts'
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

beforeAll(async () => {
  if (NATS_PROGRAM === null) return
  server = await startClusterNats()
  index = openNats([natsUrl('index', server)])
  node = openNats([natsUrl('node', server)])
  await openStream(await index.connection(), CHANNEL)
})

afterAll(async () => {
  if (NATS_PROGRAM === null) return
  await Promise.all([index.close(), node.close()])
  await server.stop()
})

describe.skipIf(NATS_PROGRAM === null)('ops/cluster/nats.conf', () => {
  test('error: refuses clients without a password', async () => {
    const { host, port } = server
    for (const login of ['', 'index@', 'index:wrong@']) {
      const nats = openNats([`nats://${login}${host}:${port}`])
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
      () => openStream(connection, CHANNEL),
    ]
    for (const attempt of attempts) {
      await expect(attempt()).rejects.toThrow(/permission/i)
    }
    expect(await lastStep(await index.connection(), CHANNEL)).toBe('of the index')
  })

  test('lets no node report in place of the index', async () => {
    const heard: string[] = []
    const subscription = (await index.connection()).subscribe(CHANNEL.aliveSubject, {
      callback: (_error, message) => {
        heard.push(message.string())
      },
    })
    ;(await node.connection()).publish(CHANNEL.aliveSubject, '7')
    await (await node.connection()).flush()
    ;(await index.connection()).publish(CHANNEL.aliveSubject, '8')
    await expect.poll(() => heard).toEqual(['8'])
    subscription.unsubscribe()
  })

  test('error: a URL with tls connects to no server without TLS', async () => {
    const nats = openNats([natsUrl('node', server).replace('nats:', 'tls:')])
    await expect(nats.connection()).rejects.toThrow('tls')
    await nats.close()
  })
})
