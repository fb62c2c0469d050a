import { followChain } from '@bullring/server/chain/follow-chain'
import { reportFailedStep } from '@bullring/server/chain/report-failed-step'
import { MarketReplacedError, OtherMarketError } from './errors.ts'
import { MAX_RANGE } from './plan-step.ts'
import type { SyncDeps, SyncMemory } from './sync.ts'
import { syncStep } from './sync.ts'

/**
 * Keeps the index at the head of the chain until `signal` aborts, then returns. A failed step is logged
 * and retried with backoff; steps are atomic.
 *
 * @throws {MarketReplacedError} {@link OtherMarketError}, which a retry cannot fix.
 */
export function runIndexer(
  deps: SyncDeps,
  { pollIntervalMs }: { pollIntervalMs: number },
  signal: AbortSignal,
): Promise<void> {
  const memory: SyncMemory = { rangeSize: MAX_RANGE, behindSinceMs: null }
  const step = async () => ((await syncStep(deps, memory)) ? 'at-once' : 'soon')
  const report = reportFailedStep(deps.log, 'index sync failed')
  const onFailure = (error: unknown, failures: number) => {
    if (error instanceof MarketReplacedError || error instanceof OtherMarketError) throw error
    report(error, failures)
  }
  return followChain(step, { pollIntervalMs, onFailure }, signal)
}
