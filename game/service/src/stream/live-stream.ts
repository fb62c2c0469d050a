import type { UnixSeconds } from '@bullring/prediction/units'
import type { Database } from '../db/open-database.ts'
import type { Rounds } from '../market/rounds.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import { createStream, type Stream, type StreamOptions } from './create-stream.ts'
import { toEvents } from './events/to-events.ts'
import { createJournal, type Journal, type JournalDeps } from './postgres/journal.ts'
import { findAnswers, findBettors, newestPosition } from './postgres/stream.queries.ts'
import type { OpenSteps, StepSource, StepSourceDeps } from './step-source.ts'
import type { TimeSlices } from './time-slices.ts'

/** An index as live events read it. */
export type StreamView = {
  db: Database
  rounds: Pick<Rounds, 'clock' | 'findRounds'>
  /** Reads changes of the journal; waits for those that `db` does not have yet. */
  readChanges: JournalDeps['readChanges']
}

export type LiveStreamDeps = Omit<StepSourceDeps, 'db' | 'journal' | 'written'> & {
  usual: StreamView
  /** The database that is written. */
  newest: StreamView
  now: () => UnixSeconds
  limit: ConnectionLimit
  slices: TimeSlices
  openSteps: OpenSteps
  /** Called when a client is disconnected because it does not read. */
  onDropped?: () => void
  onChanged?: StreamOptions['onChanged']
}

export type LiveStream = Stream & Pick<StepSource, 'publish' | 'followProgress'>

/** Streams live events of a market, whichever process writes them. */
export async function createLiveStream(deps: LiveStreamDeps): Promise<LiveStream> {
  const { usual, newest, now, log, limit, slices, onDropped, onChanged } = deps
  const { db } = usual
  const journal = journalOf(usual, now)
  const { follow, publish, followProgress } = await deps.openSteps({
    ...deps,
    db,
    journal,
    written: { db: newest.db, journal: journalOf(newest, now) },
  })
  const stream = createStream(
    {
      journal,
      findBettors: (epochs, accounts) => findBettors(db, epochs, accounts),
      follow,
      log,
    },
    { limit, slices, from: await newestPosition(db), onDropped, onChanged },
  )
  return { ...stream, publish, followProgress }
}

function journalOf({ db, rounds, readChanges }: StreamView, now: () => UnixSeconds): Journal {
  const { clock, findRounds } = rounds
  const eventDeps = {
    clock,
    findRounds,
    now,
    findAnswers: (ids: readonly bigint[]) => findAnswers(db, ids),
  }
  return createJournal({ readChanges, toEvents: (changes) => toEvents(eventDeps, changes) })
}
