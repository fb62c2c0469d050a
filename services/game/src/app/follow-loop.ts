import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { reportFailedStep } from '@bullring/server/chain/report-failed-step'
import { runWhenWoken } from '@bullring/server/run-when-woken'
import { inSchema } from '../db/in-schema.ts'
import { listenForChanges } from '../db/listen-for-changes.ts'
import { MarketReplacedError } from '../indexer/errors.ts'
import { readIndexState } from '../indexer/index-state.ts'
import type { IndexProgress } from '../stream/progress.ts'
import { newestPosition } from '../stream/stream.queries.ts'
import type { Loop } from './loop.ts'
import type { MarketRuntime } from './market-runtime.ts'

/** Without a report for this long, the leader or NATS is down: the database is read. */
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
 * process leads it. With NATS, the leader reports both, and changes cost no query.
 *
 * @param onReady - Called once the index has reached the head of the chain.
 */
export function followLoops(runtime: MarketRuntime, onReady: () => void): Loop[] {
  const reports = new LeaderReports()
  const { followProgress } = runtime.live
  const hear = isReported(runtime) ? followProgress : null
  const onProgress = (progress: IndexProgress) => {
    reports.hear()
    applyProgress(runtime, progress)
    if (isReady(runtime)) onReady()
  }
  return [
    followLoop(runtime, reports, onReady),
    ...(hear === null ? [] : [(signal: AbortSignal) => hear(onProgress, signal)]),
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
  const { config, marketConfig, log, position, databases } = runtime
  const url = inSchema(config.databaseUrl, marketConfig.schema)
  const report = reportFailedStep(log, 'index state read failed')
  let failures = 0
  let checking: Promise<number> | null = null
  const step = async () => {
    if (!reports.takeRead()) return RECHECK_MS
    checking ??= checkReplica(runtime).finally(() => {
      checking = null
    })
    const replicaDueMs = await Promise.race([checking, sleep(REPLICA_MS, REPLICA_MS)])
    try {
      await followStep(runtime)
      failures = 0
    } catch (error) {
      if (error instanceof MarketReplacedError) throw error
      failures += 1
      report(error, failures)
    }
    if (isReady(runtime)) onReady()
    return replicaDueMs
  }
  const listen = (wake: () => void, signal: AbortSignal) => {
    const onChange = (notified: number | null) => {
      if (notified !== null) position.notify(notified)
      else {
        // Notifications were missed.
        position.forget()
        newestPosition(databases.primary).then((newest) => position.notify(newest), ignore)
      }
      wake()
    }
    return listenForChanges(url, { onChange, onBreak: () => undefined }, signal)
  }
  return (signal) => runWhenWoken(step, { listen, signal })
}

function ignore(): void {
  // The listener reconnects.
}

/** Reports whether the replica has all that was notified; returns when it is worth another look. */
async function checkReplica(runtime: MarketRuntime): Promise<number> {
  const { databases, position, replica, marketConfig } = runtime
  if (databases.replica === null) return RECHECK_MS
  const { notified } = position
  const replayed = await within(newestPosition(databases.replica)).catch(() => null)
  const state = replayed === null ? 'down' : replayed < notified ? 'behind' : 'complete'
  replica.report(marketConfig.symbol, state, Date.now())
  if (state === 'complete') return RECHECK_MS
  return replica.isUsable() ? REPLICA_MS : LATE_REPLICA_MS
}

/** @throws when `query` takes too long: the database may be frozen or cut off. */
function within<value>(query: Promise<value>): Promise<value> {
  const late = sleep(QUERY_LIMIT_MS, undefined, { ref: false }).then(() => {
    throw new TypeError('The database did not respond in time')
  })
  return Promise.race([query, late])
}

async function followStep(runtime: MarketRuntime): Promise<void> {
  const { databases, contract } = runtime
  const state = await within(readIndexState(databases.reads))
  if (state === null) return
  if (followsLeader(runtime) && !isDeepStrictEqual(state.contract, contract)) {
    throw new MarketReplacedError()
  }
  applyProgress(runtime, state)
}

function applyProgress(
  runtime: MarketRuntime,
  { atHeadAgeMs, chainBlock, block, position: newest }: IndexProgress,
): void {
  const { head, history, position } = runtime
  if (followsLeader(runtime) && block !== null) {
    const nowMs = Date.now()
    head.follow(block, atHeadAgeMs === null ? null : nowMs - atHeadAgeMs, nowMs)
    if (chainBlock !== null) history.move(block.number, chainBlock, nowMs)
  }
  position.read = newest
}
