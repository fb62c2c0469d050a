import type { UnixSeconds } from '@bullring/prediction/units'
import type { Database } from '../db/open-database.ts'
import type { Rounds } from '../market/rounds.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import { createStream, type Stream } from './create-stream.ts'
import { toEvents } from './events/to-events.ts'
import { createJournal, type Journal } from './postgres/journal.ts'
import { findAnswers, findBettors, newestPosition, readChanges } from './postgres/stream.queries.ts'
import type { OpenSteps, StepSource, StepSourceDeps } from './step-source.ts'
import type { TimeSlices } from './time-slices.ts'

type LiveRounds = Pick<Rounds, 'clock' | 'findRounds'>

export type LiveStreamDeps = Omit<StepSourceDeps, 'journal' | 'primary'> & {
  primary: { db: Database; rounds: LiveRounds }
  rounds: LiveRounds
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

type Source = Pick<LiveStreamDeps, 'db' | 'rounds'>

function journalOf({ db, rounds }: Source, { primary, now }: LiveStreamDeps): Journal {
  const { clock, findRounds } = rounds
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
