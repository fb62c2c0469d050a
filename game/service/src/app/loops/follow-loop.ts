import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { reportFailedStep } from '@bullring/server/chain/report-failed-step'
import { DatabaseSilentError } from '@bullring/server/db/errors'
import type { Database } from '../../db/open-database.ts'
import { MarketReplacedError } from '../../indexer/errors.ts'
import { type IndexState, readIndexState } from '../../indexer/write/index-state.ts'
import { newestPosition } from '../../stream/postgres/stream.queries.ts'
import type { IndexProgress } from '../../stream/step-source.ts'
import type { MarketRuntime } from '../markets/market-runtime.ts'
import type { Loop } from './loop.ts'
import { runWhenWoken } from './run-when-woken.ts'

/** Without a report for this long, the leader is down or publishes none: the database is read. */
const SILENT_MS = 3_000

/** How often the database is read while the leader reports: it alone knows whether the market was replaced. */
const REPORTED_READ_MS = 15_000

/** Changes are looked for this often even without a notification; the leader reports its state as often. */
const RECHECK_MS = 1_000

/** Longest wait for the database before the next attempt. */
const QUERY_LIMIT_MS = 2_000

/** How often a replica is read until it has a change that was notified. */
const REPLICA_MS = 5
/** The same once the API reads from the primary server. */
const LATE_REPLICA_MS = 250

/**
 * Follows what the database has where the API reads: the journal position, and the head of the index where another
 * process leads it. A leader that publishes its progress reports both, and changes cost no query.
 *
 * @param onReady - Called once the index has reached the head of the chain.
 */
export function followLoops(runtime: MarketRuntime, onReady: () => void): Loop[] {
  const reports = new LeaderReports()
  const onProgress = (progress: IndexProgress) => {
    reports.hear()
    runtime.position.primary = progress.position
    applyProgress(runtime, progress)
    if (isReady(runtime)) onReady()
  }
  return [
    followLoop(runtime, reports, onReady),
    ...(isReported(runtime)
      ? [(signal: AbortSignal) => runtime.live.followProgress(onProgress, signal)]
      : []),
  ]
}

/** An API node reads how far its own replica is: the leader does not know. */
function isReported({ config, databases }: MarketRuntime): boolean {
  return databases.replica === null || !config.roles.has('api')
}

/** The leader moves its head itself. */
function followsLeader({ leadership }: MarketRuntime): boolean {
  return leadership?.isStandby() !== false
}

function isReady(runtime: MarketRuntime): boolean {
  return runtime.head.hasReached && followsLeader(runtime)
}

/** When the leader has reported, and the database was read nonetheless. */
class LeaderReports {
  #heardAtMs = Number.NEGATIVE_INFINITY
  #readAtMs = Number.NEGATIVE_INFINITY

  hear(): void {
    this.#heardAtMs = performance.now()
  }

  /** Whether to read the database; true counts as a read. */
  takeRead(): boolean {
    const nowMs = performance.now()
    const isHeard = nowMs - this.#heardAtMs < SILENT_MS
    if (isHeard && nowMs - this.#readAtMs < REPORTED_READ_MS) return false
    this.#readAtMs = nowMs
    return true
  }
}

function followLoop(runtime: MarketRuntime, reports: LeaderReports, onReady: () => void): Loop {
  const report = reportFailedStep(runtime.log, 'index state read failed')
  const follow = createFollowStep(runtime)
  let failures = 0
  const step = async () => {
    if (!reports.takeRead()) return RECHECK_MS
    let dueMs = RECHECK_MS
    try {
      dueMs = await follow()
      failures = 0
    } catch (error) {
      if (error instanceof MarketReplacedError) throw error
      failures += 1
      report(error, failures)
    }
    if (isReady(runtime)) onReady()
    return dueMs
  }
  const listen = (wake: () => void, signal: AbortSignal) =>
    listenForPositions(runtime, wake, signal)
  return (signal) => runWhenWoken(step, { listen, signal })
}

/** Learns how far the primary server is. */
function listenForPositions(
  { position, databases, listen }: MarketRuntime,
  wake: () => void,
  signal: AbortSignal,
): Promise<void> {
  return listen((notified) => {
    if (notified !== null) position.notify(notified)
    else {
      // Notifications were missed.
      position.forget()
      newestPosition(databases.primary).then((newest) => position.notify(newest), ignore)
    }
    wake()
  }, signal)
}

function ignore(): void {
  // The listener reconnects.
}

/**
 * Creates the step that reads how far the index is where the API reads: one query, which also tells how far the replica
 * is. A step returns when the next is due.
 */
function createFollowStep(runtime: MarketRuntime): () => Promise<number> {
  const { databases, replica } = runtime
  let isChecking = false
  return async () => {
    if (databases.replica !== null && replica.isUsable()) {
      const state = await readReplica(runtime, databases.replica)
      if (replica.isUsable()) {
        applyState(runtime, state)
        return runtime.position.isReplayed ? RECHECK_MS : REPLICA_MS
      }
    }
    applyState(runtime, await readPrimary(runtime))
    if (databases.replica === null) return RECHECK_MS
    // A frozen one must not delay what is read from the primary server.
    if (!isChecking) {
      isChecking = true
      void readReplica(runtime, databases.replica).finally(() => {
        isChecking = false
      })
    }
    return LATE_REPLICA_MS
  }
}

/** Reads the state of the replica, and reports whether it has all that is known; null when it does not respond. */
async function readReplica(
  { position, replica, marketConfig }: MarketRuntime,
  db: Database,
): Promise<IndexState | null> {
  const state = await within(readIndexState(db)).catch(() => undefined)
  if (state) position.replayed = state.position
  const found = state === undefined ? 'down' : position.isReplayed ? 'complete' : 'behind'
  replica.report(marketConfig.symbol, found, Date.now())
  return state ?? null
}

async function readPrimary({ databases, position }: MarketRuntime): Promise<IndexState | null> {
  const state = await within(readIndexState(databases.primary))
  if (state !== null) position.primary = state.position
  return state
}

/** @throws {DatabaseSilentError} when `query` takes too long. */
function within<value>(query: Promise<value>): Promise<value> {
  const late = sleep(QUERY_LIMIT_MS, undefined, { ref: false }).then(() => {
    throw new DatabaseSilentError()
  })
  return Promise.race([query, late])
}

function applyState(runtime: MarketRuntime, state: IndexState | null): void {
  if (state === null) return
  if (followsLeader(runtime) && !isDeepStrictEqual(state.contract, runtime.contract)) {
    throw new MarketReplacedError()
  }
  applyProgress(runtime, state)
}

function applyProgress(
  runtime: MarketRuntime,
  { atHeadAgeMs, chainBlock, block }: Omit<IndexProgress, 'position'>,
): void {
  if (!followsLeader(runtime) || block === null) return
  const { head, history } = runtime
  const nowMs = Date.now()
  head.follow(block, atHeadAgeMs === null ? null : nowMs - atHeadAgeMs, nowMs)
  if (chainBlock !== null) history.move(block.number, chainBlock, nowMs)
}
