import { setTimeout as sleep } from 'node:timers/promises'
import { BaseError } from '@bullring/errors/base-error'
import { errorSummary } from '@bullring/server/chain/error-summary'
import { MarketReplacedError, OtherMarketError } from './errors.ts'
import { MAX_RANGE } from './plan-step.ts'
import type { SyncMemory, SyncPorts } from './sync.ts'
import { syncStep } from './sync.ts'

const MAX_BACKOFF_MS = 5_000

/**
 * Keeps the index at the head of the chain until `signal` aborts, then returns. A failed step is
 * reported and tried again, ever more slowly; nothing it has written is lost, for a step is atomic.
 *
 * @throws {MarketReplacedError} or {OtherMarketError}, which no further try can cure.
 */
export async function runIndexer(
  ports: SyncPorts,
  { pollIntervalMs }: { pollIntervalMs: number },
  signal: AbortSignal,
): Promise<void> {
  const memory: SyncMemory = { rangeSize: MAX_RANGE, behindSinceMs: null }
  let failures = 0
  while (!signal.aborted) {
    let delayMs = pollIntervalMs
    try {
      if (await syncStep(ports, memory)) delayMs = 0
      failures = 0
    } catch (error) {
      if (error instanceof MarketReplacedError || error instanceof OtherMarketError) throw error
      failures += 1
      delayMs = Math.min(pollIntervalMs * 2 ** failures, MAX_BACKOFF_MS)
      report(ports, error, failures)
    }
    if (delayMs > 0) await sleep(delayMs, undefined, { signal }).catch(() => undefined)
  }
}

/** A chain that moves while it is read is everyday; it becomes news when it happens again and again. */
function report({ log }: SyncPorts, error: unknown, failures: number): void {
  const isEveryday = error instanceof BaseError && error.isRetryable && failures < 5
  log[isEveryday ? 'debug' : 'warn'](
    { error: errorSummary(error), failures },
    'the index could not follow',
  )
  log.debug({ err: error }, 'failed step')
}
