import { setTimeout as sleep } from 'node:timers/promises'
import type { Schedule } from '@bullring/prediction/schedule'
import { followChain } from '@bullring/server/chain/follow-chain'
import { errorSummary } from '@bullring/server/error-summary'
import { isBalanceLow } from './alarms.ts'
import type { KeeperDeps, KeeperOptions } from './keeper-pass.ts'
import { keeperPass } from './keeper-pass.ts'
import { StrikeMemory } from './strike-memory.ts'

const CHECK_BALANCE_MS = 60_000

/** Pause while no strike can become due; the alarms want the newest block more often than their limits. */
const QUIET_PAUSE_MS = 1_000
/** Chain time before a strike in which every poll counts: more than the newest block is old, and a pause. */
const ALERT_SECONDS = 5

export type RunKeeperDeps = KeeperDeps & {
  /** Balance of the keeper's account and the current gas price, both in wei. */
  funds: () => Promise<{ balance: bigint; gasPrice: bigint }>
  /** Called after each successful pass. */
  onPass: () => void
}

/** Settles due strikes until `signal` aborts, then returns. A failed pass is logged and retried. */
export function runKeeper(
  deps: RunKeeperDeps,
  options: KeeperOptions & { pollIntervalMs: number },
  signal: AbortSignal,
): Promise<void> {
  const memory = new StrikeMemory()
  const checkBalance = createBalanceCheck(deps, options.schedule)
  const { pollIntervalMs } = options
  let quietSeconds = 0
  const step = async () => {
    // Not the clock, which may be set while this runs.
    memory.expire(performance.now())
    await checkBalance()
    quietSeconds = await keeperPass(deps, options, memory, signal)
    deps.onPass()
    return 'soon' as const
  }
  const onFailure = (error: unknown, attempt: number) => {
    deps.log.warn({ error: errorSummary(error), attempt }, 'keeper pass failed, retrying')
    deps.log.debug({ err: error, attempt }, 'keeper pass failed')
  }
  const waitForNext = async (until: AbortSignal) => {
    const isQuiet = quietSeconds > ALERT_SECONDS
    const pauseMs = isQuiet ? Math.max(pollIntervalMs, QUIET_PAUSE_MS) : pollIntervalMs
    await sleep(pauseMs, undefined, { signal: until }).catch(() => undefined)
  }
  return followChain(step, { pollIntervalMs, waitForNext, onFailure }, signal)
}

function createBalanceCheck(
  { alarms, funds }: RunKeeperDeps,
  { intervalSeconds }: Schedule,
): () => Promise<void> {
  let checkedAtMs = Number.NEGATIVE_INFINITY
  return async () => {
    const startMs = performance.now()
    if (startMs - checkedAtMs < CHECK_BALANCE_MS) return
    alarms.set('balance-low', isBalanceLow(await funds(), intervalSeconds))
    checkedAtMs = startMs
  }
}
