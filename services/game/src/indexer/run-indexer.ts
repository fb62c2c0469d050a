import type { NextStep } from '@bullring/server/chain/follow-chain'
import { followChain } from '@bullring/server/chain/follow-chain'
import { reportFailedStep } from '@bullring/server/chain/report-failed-step'
import { MarketReplacedError, OtherMarketError } from './errors.ts'
import type { SyncDeps, SyncMemory } from './sync.ts'
import { newSyncMemory, syncStep } from './sync.ts'

/**
 * Keeps the index at the head of the chain until `signal` aborts, then returns. A failed step is logged
 * and retried with backoff, as is one that finds the node behind the index; steps are atomic.
 *
 * @throws {MarketReplacedError} {@link OtherMarketError}, which a retry cannot fix.
 */
export function runIndexer(
  deps: SyncDeps,
  { pollIntervalMs }: { pollIntervalMs: number },
  signal: AbortSignal,
): Promise<void> {
  const memory = newSyncMemory()
  const step = async () => nextStep(await syncStep(deps, memory), memory)
  const report = reportFailedStep(deps.log, 'index sync failed')
  const onFailure = (error: unknown, failures: number) => {
    if (error instanceof MarketReplacedError || error instanceof OtherMarketError) throw error
    report(error, failures)
  }
  return followChain(step, { pollIntervalMs, onFailure }, signal)
}

function nextStep(hasMore: boolean, memory: SyncMemory): NextStep {
  if (hasMore) return 'at-once'
  return memory.lag === null ? 'soon' : 'later'
}
