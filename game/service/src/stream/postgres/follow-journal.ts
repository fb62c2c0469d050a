import { setTimeout as sleep } from 'node:timers/promises'
import { errorSummary } from '@bullring/server/error-summary'
import type { Logger } from 'pino'
import type { ListenForChanges } from '../../db/share-changes.ts'
import type { OpenSteps, StepSink } from '../step-source.ts'
import type { Journal } from './journal.ts'

export type FollowDeps = {
  listen: ListenForChanges
  /** Handles all changes that the database has. Returns the position of the newest. */
  step: (signal: AbortSignal) => Promise<number>
  log: Logger
}

/** Changes are looked for this often even without a notification. */
const RECHECK_MS = 15_000
const RETRY_MS = 500
/**
 * A replica that does not have the change of a notification yet is read again after these times, the last of which is
 * seconds after the first.
 */
const MIN_LAG_MS = 2
const MAX_LAG_MS = 2_000
const LAG_GROWTH = 1.25

/** Handles each change of the journal until `signal` aborts. */
export async function followJournal(
  { listen, step, log }: FollowDeps,
  signal: AbortSignal,
): Promise<void> {
  let isDue = false
  let notified = 0
  let lagMs = MIN_LAG_MS
  let pumping: Promise<void> | null = null
  const pause = (ms: number) => sleep(ms, undefined, { signal }).catch(() => undefined)

  const stepOnce = async () => {
    const position = await step(signal)
    // A replica does not have the change yet.
    if (position >= notified || lagMs >= MAX_LAG_MS) return
    isDue = true
    await pause(lagMs)
    lagMs *= LAG_GROWTH
  }
  const pump = async () => {
    while (isDue && !signal.aborted) {
      isDue = false
      try {
        await stepOnce()
      } catch (error) {
        log.warn({ error: errorSummary(error) }, 'live event delivery failed, retrying')
        isDue = true
        await pause(RETRY_MS)
      }
    }
    pumping = null
  }
  const schedule = (changed: number | null) => {
    isDue = true
    // A restored database may have lost what was notified before.
    notified = changed === null ? 0 : Math.max(notified, changed)
    lagMs = MIN_LAG_MS
    pumping ??= pump()
  }
  const recheck = async () => {
    while (!signal.aborted) {
      await pause(RECHECK_MS)
      schedule(null)
    }
  }
  await Promise.all([listen(schedule, signal), recheck()])
  // A read in progress still needs the database.
  await pumping
}

/** Sends all that the journal has, and returns the position then. */
export async function sendNewest(
  journal: Journal,
  sink: StepSink,
  signal: AbortSignal,
): Promise<number> {
  const since = sink.position()
  const step = await journal.read({ since, needsEvents: sink.needsEvents() })
  if (step.position !== since) await sink.send(step, signal)
  return sink.position()
}

/** Steps from the journal: each process reads the database itself, so the leader publishes nothing. */
export const databaseSteps: OpenSteps = ({ journal, listen, log }) =>
  Promise.resolve({
    follow: (sink, signal) => {
      const step = (ending: AbortSignal) => sendNewest(journal, sink, ending)
      return followJournal({ listen, step, log }, signal)
    },
    publish: () => Promise.resolve(),
    followProgress: () => Promise.resolve(),
  })
