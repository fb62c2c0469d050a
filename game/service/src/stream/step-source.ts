import type { UnixSeconds } from '@bullring/prediction/units'
import type { Logger } from 'pino'
import type { Database } from '../db/open-database.ts'
import type { ListenForChanges } from '../db/share-changes.ts'
import type { Step } from './events/step.ts'
import type { Journal } from './postgres/journal.ts'

/** The stream, as sources of steps see it. */
export type StepSink = {
  /** Position of the newest change that was sent. */
  position: () => number
  /** False while no client would receive events. */
  needsEvents: () => boolean
  /** Sends a step that begins at the position. One call at a time. */
  send: (step: Step, signal: AbortSignal) => Promise<void>
  /** Keeps an earlier step for clients that resume. */
  remember: (step: Step) => void
}

/** Source of a market's steps: the journal of the database, or NATS between many processes. */
export type StepSource = {
  /** Sends each step until `signal` aborts. */
  follow: (sink: StepSink, signal: AbortSignal) => Promise<void>
  /** Publishes steps and progress for other processes until `signal` aborts. The leader of the index runs it. */
  publish: (signal: AbortSignal) => Promise<void>
  /** Receives the progress that the leader publishes, until `signal` aborts. */
  followProgress: (
    onProgress: (progress: IndexProgress) => void,
    signal: AbortSignal,
  ) => Promise<void>
}

/** Progress of the index, as its leader reports it to processes that follow. */
export type IndexProgress = {
  /** Id of the newest change in the journal. */
  position: number
  /** The node's newest block; null before the first step. */
  chainBlock: number | null
  /** Time since the index was last known to be at the head of the chain; null before that. */
  atHeadAgeMs: number | null
  /** Newest indexed block; null before the first. */
  block: { number: number; hash: string; timestamp: UnixSeconds } | null
}

export type StepSourceDeps = {
  chainId: number
  symbol: string
  /** The database that this process reads, and its journal. */
  db: Database
  journal: Journal
  /** The database that is written: published steps are never behind it. */
  written: { db: Database; journal: Journal }
  /** Reads the progress there; null before the index has begun. */
  readProgress: () => Promise<IndexProgress | null>
  listen: ListenForChanges
  log: Logger
  metrics: StepMetrics
}

/** Measures of a source that can fall silent. */
export type StepMetrics = {
  /** Called when the process begins or ends to read the journal, because nothing arrives. */
  replacing: (isReplacing: boolean) => void
  /** Called with the number of steps that were published and not received. */
  waiting: (steps: number) => void
}

/** Opens the source of one market. */
export type OpenSteps = (deps: StepSourceDeps) => Promise<StepSource>
