import type { Schedule } from '@bullring/prediction/schedule'
import type { UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { Logger } from 'pino'
import { listenForChanges } from '../db/listen-for-changes.ts'
import type { Database } from '../db/open-database.ts'
import { findRound } from '../rounds/rounds.queries.ts'
import { toRound } from '../rounds/to-round.ts'
import type { LiveStream } from '../stream/create-stream.ts'
import { createStream } from '../stream/create-stream.ts'
import {
  findAnswers,
  findBettors,
  newestBlockTime,
  newestPosition,
  readChanges,
} from '../stream/stream.queries.ts'
import { toEvents } from '../stream/to-events.ts'

type Parts = {
  db: Database
  databaseUrl: string
  log: Logger
  market: { schedule: Schedule; settlementWindow: number }
  now: () => UnixSeconds
  maxPerIp: number
}

/** Live events of the market in `db`, whichever process writes them. */
export async function createLiveStream(parts: Parts): Promise<LiveStream> {
  const { db, databaseUrl, log, market, now, maxPerIp } = parts
  const eventPorts = {
    schedule: market.schedule,
    findRounds: async (epochs: readonly Parameters<typeof findRound>[1][]) => {
      const rounds = await Promise.all(epochs.map((epoch) => findRound(db, epoch)))
      // The writer may be another process, whose block this one has not seen yet.
      const time = toUnixSeconds(Math.max(now(), await newestBlockTime(db)))
      return rounds.map((round) => toRound(round, market, time))
    },
    findAnswers: (ids: readonly bigint[]) => findAnswers(db, ids),
    findBettors: (...filter: Tail<Parameters<typeof findBettors>>) => findBettors(db, ...filter),
  }
  return createStream(
    {
      readChanges: (since) => readChanges(db, since),
      toEvents: (changes, accounts) => toEvents(eventPorts, changes, accounts),
      listen: (onChange, signal) => {
        const onBreak = () => log.warn('the connection for live events broke')
        return listenForChanges(databaseUrl, { onChange, onBreak }, signal)
      },
      log,
    },
    { maxPerIp, from: await newestPosition(db) },
  )
}

type Tail<list extends readonly unknown[]> = list extends [unknown, ...infer rest] ? rest : never
