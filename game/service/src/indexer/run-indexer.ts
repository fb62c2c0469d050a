import type { NextStep } from '@bullring/server/chain/follow-chain'
import { followChain } from '@bullring/server/chain/follow-chain'
import { reportFailedStep } from '@bullring/server/chain/report-failed-step'
import { MarketReplacedError, OtherMarketError } from './errors.ts'
import type { AnnouncedHeads } from './follow/announced-heads.ts'
import { followAnnounced } from './follow/follow-announced.ts'
import type { RangePace } from './read/range-pace.ts'
import type { SyncMemory } from './sync.ts'
import { newSyncMemory, syncStep } from './sync.ts'
import type { SyncDeps } from './sync-deps.ts'

export type IndexerOptions = {
  pollIntervalMs: number
  pace: RangePace
  /** Blocks that a subscription announces; null to poll only. */
  announced: AnnouncedHeads | null
}

/**
 * Keeps the index at the head of the chain until `signal` aborts, then returns. A failed step is logged
 * and retried with backoff, as is one that finds the node behind the index; steps are atomic.
 *
 * @throws {MarketReplacedError} {@link OtherMarketError}, which a retry cannot fix.
 */
export function runIndexer(
  deps: SyncDeps,
  { pollIntervalMs, pace, announced }: IndexerOptions,
  signal: AbortSignal,
): Promise<void> {
  const memory = newSyncMemory(pace)
  const step = async () => {
    const block = announced?.take() ?? null
    const isIndexed = block !== null && (await followAnnounced(deps, memory, block))
    const hasMore = isIndexed ? false : await syncStep(deps, memory, signal)
    if (memory.tip) announced?.compare(memory.tip.head, { wasAnnounced: block !== null })
    return nextStep(hasMore, memory)
  }
  const report = reportFailedStep(deps.log, 'index sync failed')
  const onFailure = (error: unknown, failures: number) => {
    if (error instanceof MarketReplacedError || error instanceof OtherMarketError) throw error
    memory.tip = null
    report(error, failures)
  }
  const waitForNext = announced === null ? {} : { waitForNext: announced.wait.bind(announced) }
  return followChain(step, { pollIntervalMs, ...waitForNext, onFailure }, signal)
}

function nextStep(hasMore: boolean, memory: SyncMemory): NextStep {
  if (hasMore) return 'at-once'
  return memory.lag === null ? 'soon' : 'later'
}
