import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { NATS_PROGRAM, type NatsServer, startNatsServer } from '@bullring/stack/testing/nats-server'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readReplicaChanges } from '../../app/reads/replica/replica-changes.ts'
import { listenForChanges } from '../../db/listen-for-changes.ts'
import type { Database } from '../../db/open-database.ts'
import { readIndexState } from '../../indexer/write/index-state.ts'
import {
  type ReplicatedDatabase,
  startReplicatedDatabase,
} from '../../testing/database/start-replicated-database.ts'
import { ConnectionLimit } from '../connection-limit.ts'
import { createLiveStream, type LiveStream, type LiveStreamDeps } from '../live-stream.ts'
import { findJournalId, newestPosition, readWrittenChanges } from '../postgres/stream.queries.ts'
import { TimeSlices } from '../time-slices.ts'
import { decodeStep } from './envelope.ts'
import { channelOf, lastStep, type Nats, openNats } from './nats.ts'
import { natsSteps } from './nats-steps.ts'

const log = pino({ level: 'silent' })

let databases: ReplicatedDatabase
let server: NatsServer
let nats: Nats

beforeAll(async () => {
  databases = await startReplicatedDatabase()
  if (NATS_PROGRAM === null) return
  server = await startNatsServer()
  nats = openNats([server.url])
})

afterAll(async () => {
  if (NATS_PROGRAM !== null) {
    await nats.close()
    await server.stop()
  }
  await databases.stop()
})

/** Each block opens a round. */
const rounds: LiveStreamDeps['usual']['rounds'] = {
  clock: {
    currentEpoch: (now) => Promise.resolve(toEpoch(now)),
    epochsAt: () => Promise.resolve([]),
    firstEpochClosedAfter: (time) => Promise.resolve(toEpoch(time)),
    epochsRefundedBetween: () => Promise.resolve([]),
    phaseKey: () => 0,
  },
  findRounds: () => Promise.resolve([]),
}

/** A process that reads live events from `db`. */
function openLive(db: Database): Promise<LiveStream> {
  const { primary } = databases
  return createLiveStream({
    usual: { db, rounds, readChanges: (range) => readReplicaChanges(db, primary.db, range) },
    newest: {
      db: primary.db,
      rounds,
      readChanges: (range) => readWrittenChanges(primary.db, range),
    },
    log,
    chainId: 1,
    symbol: 'BNB',
    openSteps: natsSteps(nats),
    limit: new ConnectionLimit({ maxPerIp: 9 }),
    slices: new TimeSlices(),
    readProgress: () => readIndexState(primary.db),
    listen: (onChange, signal) =>
      listenForChanges(primary.url, { onChange, onBreak: () => undefined }, signal),
    now: () => toUnixSeconds(0),
    metrics: { replacing: () => undefined, waiting: () => undefined },
  })
}

async function mine(number: number): Promise<number> {
  const { db } = databases.primary
  const block = { number, hash: Buffer.from([number]), timestamp: number }
  await db.insertInto('blocks').values(block).execute()
  return await newestPosition(db)
}

async function publishedPosition(): Promise<number> {
  const channel = channelOf(1, 'BNB', await findJournalId(databases.primary.db))
  const text = await lastStep(await nats.connection(), channel).catch(() => null)
  return text === null ? -1 : (decodeStep(text)?.position ?? -1)
}

/** Opens a live connection. Returns the blocks that it has received. */
async function join(live: LiveStream): Promise<() => number[]> {
  let text = ''
  const write = (chunk: Buffer) => {
    text += chunk.toString()
  }
  const sink = { write, end: () => null, destroy: () => null, writableLength: 0 }
  await live.join({ ip: '1.1.1.1', account: null, sink }, null)
  return () => [...text.matchAll(/"epoch":(\d+)/g)].map(([, epoch]) => Number(epoch))
}

describe.skipIf(NATS_PROGRAM === null)('publishSteps in a process whose replica lags', () => {
  test('publishes what the primary server has, once and in order', async () => {
    const { replica, replay, replayed } = databases
    const stopping = new AbortController()
    const leader = await openLive(replica.db)
    const follower = await openLive(replica.db)
    const blocks = await join(follower)
    const running = [leader.publish?.(stopping.signal), follower.run(stopping.signal)]
    try {
      await mine(1)
      await replayed()
      await expect.poll(blocks).toContain(1)
      await replay('pause')
      for (let block = 2; block <= 20; block += 1) {
        const position = await mine(block)
        await expect.poll(publishedPosition).toBe(position)
        await expect.poll(follower.position).toBe(position)
      }
      expect(await newestPosition(replica.db)).toBeLessThan(await publishedPosition())
      const mined = Array.from({ length: 20 }, (_, index) => index + 1)
      expect(blocks()).toEqual(mined)
      await replay('resume')
      await replayed()
      const position = await mine(21)
      await expect.poll(follower.position).toBe(position)
      await expect.poll(blocks).toEqual([...mined, 21])
    } finally {
      await replay('resume')
      stopping.abort()
      await Promise.all(running)
    }
  })
})
