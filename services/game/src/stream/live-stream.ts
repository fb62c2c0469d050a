import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { Logger } from 'pino'
import { listenForChanges } from '../db/listen-for-changes.ts'
import type { Database } from '../db/open-database.ts'
import { epochsChangedByTime } from '../market/changed-by-time.ts'
import type { Market } from '../market/market.ts'
import { findRounds } from '../market/market.ts'
import { toWireRound } from '../market/to-wire-round.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import type { LiveStream } from './create-stream.ts'
import { createStream } from './create-stream.ts'
import {
  findAnswers,
  findBettors,
  newestBlockTime,
  newestPosition,
  readChanges,
} from './stream.queries.ts'
import type { EventDeps } from './to-events.ts'
import { toEvents } from './to-events.ts'

type LiveStreamDeps = {
  db: Database
  databaseUrl: string
  log: Logger
  market: Pick<Market, 'clock' | 'findRound'>
  now: () => UnixSeconds
  limit: ConnectionLimit
}

/** Streams live events of the market in `db`, whichever process writes to it. */
export async function createLiveStream(deps: LiveStreamDeps): Promise<LiveStream> {
  const { db, databaseUrl, log, limit } = deps
  const eventDeps = createEventDeps(deps)
  return createStream(
    {
      readChanges: (since, limit) => readChanges(db, since, limit),
      toEvents: (changes, accounts) => toEvents(eventDeps, changes, accounts),
      listen: (onChange, signal) => {
        const onBreak = () => log.warn('live event connection lost, reconnecting')
        return listenForChanges(databaseUrl, { onChange, onBreak }, signal)
      },
      log,
    },
    { limit, from: await newestPosition(db) },
  )
}

function createEventDeps({ db, market, now }: LiveStreamDeps): EventDeps {
  return {
    clock: market.clock,
    findRounds: async (epochs: readonly Epoch[]) => {
      const rounds = await findRounds(market, epochs)
      // The writer may be another process, whose block this one has not seen yet.
      const time = toUnixSeconds(Math.max(now(), await newestBlockTime(db)))
      return rounds.map((found) => toWireRound(found, time))
    },
    epochsChangedByTime: (before, after) => epochsChangedByTime(market, before, after),
    findAnswers: (ids) => findAnswers(db, ids),
    findBettors: (epochs, accounts) => findBettors(db, epochs, accounts),
  }
}
