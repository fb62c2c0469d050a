import { isDeepStrictEqual } from 'node:util'
import { reportFailedStep } from '@bullring/server/chain/report-failed-step'
import { runWhenWoken } from '@bullring/server/run-when-woken'
import { inSchema } from '../db/in-schema.ts'
import { listenForChanges } from '../db/listen-for-changes.ts'
import { MarketReplacedError } from '../indexer/errors.ts'
import { readIndexState } from '../indexer/index-state.ts'
import type { Loop } from './loop.ts'
import type { MarketRuntime } from './market-runtime.ts'

/** Changes are looked for this often even without a notification; the leader reports its state as often. */
const RECHECK_MS = 1_000

/**
 * Moves the head of the index as another process does, which leads the index.
 *
 * @param onReady - Called once the index has reached the head of the chain.
 */
export function followLoop(runtime: MarketRuntime, onReady: () => void): Loop {
  const { config, marketConfig, log, leadership, head } = runtime
  const url = inSchema(config.databaseUrl, marketConfig.schema)
  const report = reportFailedStep(log, 'index state read failed')
  let failures = 0
  const step = async () => {
    if (leadership?.isStandby() === false) return
    try {
      await followStep(runtime)
      failures = 0
    } catch (error) {
      if (error instanceof MarketReplacedError) throw error
      failures += 1
      report(error, failures)
    }
    if (head.hasReached) onReady()
  }
  return (signal) =>
    runWhenWoken(step, {
      recheckMs: RECHECK_MS,
      listen: (onChange, ending) =>
        listenForChanges(url, { onChange, onBreak: () => undefined }, ending),
      signal,
    })
}

async function followStep(runtime: MarketRuntime): Promise<void> {
  const { db, leadership, head, history, contract } = runtime
  const state = await readIndexState(db)
  // This process may have begun to lead in the meantime.
  if (leadership?.isStandby() === false || state === null) return
  if (!isDeepStrictEqual(state.contract, contract)) throw new MarketReplacedError()
  if (state.block === null) return
  const nowMs = Date.now()
  const { atHeadAgeMs, chainBlock, block } = state
  head.follow(block, atHeadAgeMs === null ? null : nowMs - atHeadAgeMs, nowMs)
  if (chainBlock !== null) history.move(block.number, chainBlock, nowMs)
}
