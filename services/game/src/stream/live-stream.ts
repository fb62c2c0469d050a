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
import type { LiveStream, StepSink } from './create-stream.ts'
import { createStream } from './create-stream.ts'
import { followJournal } from './follow-journal.ts'
import { createJournal, type Journal } from './journal.ts'
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
  const journal = createJournal({
    readChanges: (range) => readChanges(db, range),
    toEvents: (changes) => toEvents(eventDeps, changes),
  })
  const onBreak = () => log.warn('live event connection lost, reconnecting')
  return createStream(
    {
      journal,
      findBettors: (epochs, accounts) => findBettors(db, epochs, accounts),
      follow: (sink, signal) =>
        followJournal(
          {
            listen: (onChange, signal) =>
              listenForChanges(databaseUrl, { onChange, onBreak }, signal),
            step: (signal) => sendNewest(journal, sink, signal),
            log,
          },
          signal,
        ),
      log,
    },
    { limit, from: await newestPosition(db) },
  )
}

/** Sends all that the journal has, and returns the position then. */
async function sendNewest(journal: Journal, sink: StepSink, signal: AbortSignal): Promise<number> {
  const since = sink.position()
  const step = await journal.read({ since, needsEvents: sink.needsEvents() })
  if (step.position !== since) await sink.send(step, signal)
  return sink.position()
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
  }
}
