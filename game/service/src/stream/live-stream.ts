import type { UnixSeconds } from '@bullring/prediction/units'
import type { Database } from '../db/open-database.ts'
import type { Market } from '../market/market.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import { createStream, type Stream } from './create-stream.ts'
import { toEvents } from './events/to-events.ts'
import { createJournal, type Journal } from './postgres/journal.ts'
import { findAnswers, findBettors, newestPosition, readChanges } from './postgres/stream.queries.ts'
import type { OpenSteps, StepSource, StepSourceDeps } from './step-source.ts'
import type { TimeSlices } from './time-slices.ts'

type LiveMarket = Pick<Market, 'clock' | 'findRounds'>

export type LiveStreamDeps = Omit<StepSourceDeps, 'journal' | 'primary'> & {
  /** The primary server. */
  primary: { db: Database; market: LiveMarket }
  market: LiveMarket
  now: () => UnixSeconds
  limit: ConnectionLimit
  slices: TimeSlices
  openSteps: OpenSteps
  /** Called when a client is disconnected because it does not read. */
  onDropped?: () => void
}

export type LiveStream = Stream & Pick<StepSource, 'publish' | 'followProgress'>

/** Streams live events of the market in `db`, whichever process writes to it. */
export async function createLiveStream(deps: LiveStreamDeps): Promise<LiveStream> {
  const { db, primary, log, limit, slices, onDropped } = deps
  const journal = journalOf(deps, deps)
  const { follow, publish, followProgress } = await deps.openSteps({
    ...deps,
    journal,
    primary: { db: primary.db, journal: journalOf(primary, deps) },
  })
  const stream = createStream(
    {
      journal,
      findBettors: (epochs, accounts) => findBettors(db, epochs, accounts),
      follow,
      log,
    },
    { limit, slices, from: await newestPosition(db), onDropped },
  )
  return { ...stream, publish, followProgress }
}

type Source = Pick<LiveStreamDeps, 'db' | 'market'>

function journalOf({ db, market }: Source, { primary, now }: LiveStreamDeps): Journal {
  const { clock, findRounds } = market
  const eventDeps = {
    clock,
    findRounds,
    now,
    findAnswers: (ids: readonly bigint[]) => findAnswers(db, ids),
  }
  return createJournal({
    readChanges: (range) => readChanges(db, range),
    toEvents: (changes) => toEvents(eventDeps, changes),
    newestPosition: () => newestPosition(primary.db),
  })
}
