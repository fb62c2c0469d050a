import type { UnixSeconds } from '@bullring/prediction/units'
import type { Logger } from 'pino'
import type { Database } from '../db/open-database.ts'
import type { ListenForChanges } from '../db/share-changes.ts'
import type { Market } from '../market/market.ts'
import type { ConnectionLimit } from './connection-limit.ts'
import type { Stream, StreamDeps } from './create-stream.ts'
import { createStream } from './create-stream.ts'
import { followJournal } from './follow-journal.ts'
import { followSteps, type StepMetrics } from './follow-steps.ts'
import { createJournal, type Journal } from './journal.ts'
import { channelOf, type Nats } from './nats.ts'
import { followProgress, type IndexProgress } from './progress.ts'
import { publishSteps } from './publish-steps.ts'
import { sendNewest } from './step-sink.ts'
import {
  findAnswers,
  findBettors,
  findJournalId,
  hasChange,
  newestPosition,
  readChanges,
} from './stream.queries.ts'
import type { TimeSlices } from './time-slices.ts'
import { toEvents } from './to-events.ts'

type LiveMarket = Pick<Market, 'clock' | 'findRounds'>

export type LiveStreamDeps = {
  /** Where this process reads. */
  db: Database
  /** The primary server, which nothing that is published may be behind. */
  primary: { db: Database; market: LiveMarket }
  /** Reads from the primary server how far the index is. */
  readProgress: () => Promise<IndexProgress | null>
  listen: ListenForChanges
  log: Logger
  market: LiveMarket
  now: () => UnixSeconds
  limit: ConnectionLimit
  slices: TimeSlices
  chainId: number
  symbol: string
  /** Null where each process follows the database. */
  nats: Nats | null
  metrics?: StepMetrics
  /** Called when a client is disconnected because it does not read. */
  onDropped?: () => void
}

export type LiveStream = Stream & {
  /** Publishes what happens, for all processes: of those, the leader of the index. Null without NATS. */
  publish: ((signal: AbortSignal) => Promise<void>) | null
  /** Hears from the leader how far the index is. Null without NATS. */
  followProgress:
    | ((onProgress: (progress: IndexProgress) => void, signal: AbortSignal) => Promise<void>)
    | null
}

/** Streams live events of the market in `db`, whichever process writes to it. */
export async function createLiveStream(deps: LiveStreamDeps): Promise<LiveStream> {
  const { db, primary, listen, log, limit, slices, nats } = deps
  const journal = journalOf(deps, deps)
  const channel = channelOf(deps.chainId, deps.symbol, await findJournalId(db))
  const shared =
    nats === null
      ? null
      : { nats, channel, journal, listen, log, ...(deps.metrics && { metrics: deps.metrics }) }
  const followDatabase: StreamDeps['follow'] = (sink, signal) => {
    const step = (ending: AbortSignal) => sendNewest(journal, sink, ending)
    return followJournal({ listen, step, log }, signal)
  }
  const stream = createStream(
    {
      journal,
      findBettors: (epochs, accounts) => findBettors(db, epochs, accounts),
      follow:
        shared === null ? followDatabase : (sink, signal) => followSteps(shared, sink, signal),
      log,
    },
    { limit, slices, from: await newestPosition(db), onDropped: deps.onDropped },
  )
  const publishDeps = shared && {
    ...{ ...shared, journal: journalOf(primary, deps) },
    newestPosition: () => newestPosition(primary.db),
    hasChange: (position: number) => hasChange(primary.db, position),
    readProgress: deps.readProgress,
  }
  return {
    ...stream,
    publish: publishDeps && ((signal) => publishSteps(publishDeps, signal)),
    followProgress: shared && ((onProgress, signal) => followProgress(shared, onProgress, signal)),
  }
}

type Source = Pick<LiveStreamDeps, 'db' | 'market'>

function journalOf({ db, market }: Source, { primary, now }: LiveStreamDeps): Journal {
  const { clock, findRounds } = market
  const eventDeps = {
    ...{ clock, findRounds, now },
    findAnswers: (ids: readonly bigint[]) => findAnswers(db, ids),
  }
  return createJournal({
    readChanges: (range) => readChanges(db, range),
    toEvents: (changes) => toEvents(eventDeps, changes),
    newestPosition: () => newestPosition(primary.db),
  })
}
