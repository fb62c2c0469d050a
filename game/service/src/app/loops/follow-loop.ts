import { setTimeout as sleep } from 'node:timers/promises'
import { reportFailedStep } from '@bullring/server/chain/report-failed-step'
import type { Leadership } from '@bullring/server/db/leadership'
import type { Logger } from 'pino'
import type { HistoryMeter } from '../../chain/history-progress.ts'
import type { ListenForChanges } from '../../db/share-changes.ts'
import { MarketReplacedError } from '../../indexer/errors.ts'
import type { IndexHead } from '../../indexer/index-head.ts'
import type { IndexState } from '../../indexer/write/index-state.ts'
import type { MarketContract } from '../../market/market-contract.ts'
import { isSameContract } from '../../market/stored-contract.ts'
import type { IndexProgress, StepSource } from '../../stream/step-source.ts'
import type { MarketReads } from '../reads/read-source.ts'
import type { Loop } from './loop.ts'

/** Without a report for this long, the leader is down or publishes none: the database is read. */
const SILENT_MS = 3_000

/** Interval in which the database is read while the leader reports: it alone knows whether the market was replaced. */
const REPORTED_READ_MS = 15_000

/** Changes are looked for this often even without a notification; the leader reports its state as often. */
const RECHECK_MS = 1_000

type FollowDeps = {
  contract: MarketContract
  head: IndexHead
  history: HistoryMeter
  /** Null where this process does not index. */
  leadership: Pick<Leadership, 'isStandby'> | null
  listen: ListenForChanges
  live: Pick<StepSource, 'followProgress'>
  log: Logger
  reads: Pick<MarketReads, 'readState' | 'onNotified' | 'onReported'>
}

/**
 * Follows what the database has where the API reads: the journal position, and the head of the index where another
 * process leads it. A leader that publishes its progress reports both, and changes cost no query.
 *
 * @param onReady - Called once the index has reached the head of the chain.
 */
export function followLoops(deps: FollowDeps, onReady: () => void): Loop[] {
  const { live } = deps
  const { onReported } = deps.reads
  const reports = new LeaderReports()
  const follow = followLoop(deps, reports, onReady)
  if (onReported === null) return [follow]
  const onProgress = (progress: IndexProgress) => {
    reports.record()
    onReported(progress.position)
    applyProgress(deps, progress)
    if (isReady(deps)) onReady()
  }
  return [follow, (signal) => live.followProgress(onProgress, signal)]
}

/** The leader moves its head itself. */
function followsLeader({ leadership }: FollowDeps): boolean {
  return leadership?.isStandby() !== false
}

function isReady(deps: FollowDeps): boolean {
  return deps.head.hasReached && followsLeader(deps)
}

/** Times of the last report of the leader, and of the last read of the database. */
class LeaderReports {
  #reportedAtMs = Number.NEGATIVE_INFINITY
  #readAtMs = Number.NEGATIVE_INFINITY

  record(): void {
    this.#reportedAtMs = performance.now()
  }

  /** Whether to read the database; true counts as a read. */
  takeRead(): boolean {
    const nowMs = performance.now()
    const isReporting = nowMs - this.#reportedAtMs < SILENT_MS
    if (isReporting && nowMs - this.#readAtMs < REPORTED_READ_MS) return false
    this.#readAtMs = nowMs
    return true
  }
}

function followLoop(deps: FollowDeps, reports: LeaderReports, onReady: () => void): Loop {
  const { reads, listen } = deps
  const report = reportFailedStep(deps.log, 'index state read failed')
  let failures = 0
  const step = async () => {
    if (!reports.takeRead()) return RECHECK_MS
    let dueMs = RECHECK_MS
    try {
      const { state, retryMs } = await reads.readState()
      applyState(deps, state)
      dueMs = retryMs ?? RECHECK_MS
      failures = 0
    } catch (error) {
      if (error instanceof MarketReplacedError) throw error
      failures += 1
      report(error, failures)
    }
    if (isReady(deps)) onReady()
    return dueMs
  }
  const listenForPositions = (wake: () => void, signal: AbortSignal) =>
    listen((notified) => {
      reads.onNotified(notified)
      wake()
    }, signal)
  return (signal) => runWhenWoken(step, { listen: listenForPositions, signal })
}

function applyState(deps: FollowDeps, state: IndexState | null): void {
  if (state === null) return
  if (followsLeader(deps) && !isSameContract(state.contract, deps.contract)) {
    throw new MarketReplacedError()
  }
  applyProgress(deps, state)
}

function applyProgress(
  deps: FollowDeps,
  { atHeadAgeMs, chainBlock, block }: Omit<IndexProgress, 'position'>,
): void {
  if (!followsLeader(deps) || block === null) return
  const { head, history } = deps
  const nowMs = Date.now()
  head.follow(block, atHeadAgeMs === null ? null : nowMs - atHeadAgeMs, nowMs)
  if (chainBlock !== null) history.move(block.number, chainBlock, nowMs)
}

type WakeUpOptions = {
  /** Calls `onChange` when a step is due, until `signal` aborts. */
  listen: (onChange: () => void, signal: AbortSignal) => Promise<void>
  signal: AbortSignal
}

/**
 * Repeats `step`, one at a time, whenever it is due, until `signal` aborts. Ends when a step throws.
 *
 * @param step - Returns after how many milliseconds the next is due even if nothing wakes it.
 */
async function runWhenWoken(
  step: () => Promise<number>,
  { listen, signal }: WakeUpOptions,
): Promise<void> {
  const ending = new AbortController()
  const either = AbortSignal.any([signal, ending.signal])
  let woken = Promise.withResolvers<void>()
  const listening = listen(() => woken.resolve(), either)
  try {
    while (!signal.aborted) {
      woken = Promise.withResolvers()
      const dueMs = await step()
      await Promise.race([woken.promise, rest(dueMs, either)])
    }
  } finally {
    ending.abort()
    await listening
  }
}

function rest(ms: number, signal: AbortSignal): Promise<void> {
  return sleep(ms, undefined, { signal }).catch(() => undefined)
}
