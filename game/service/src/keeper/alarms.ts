import type { UnixSeconds } from '@bullring/prediction/units'
import type { Logger } from 'pino'

/** Conditions that need an operator, because the keeper cannot fix them. */
export type AlarmName = 'balance-low' | 'oracle-late' | 'rpc-lagging'

export const ALARM_NAMES: readonly AlarmName[] = ['balance-low', 'oracle-late', 'rpc-lagging']

/** Raises and clears alarms. Repeating the current state has no effect. */
export type Alarms = { set: (name: AlarmName, isOn: boolean) => void }

const REASONS: Readonly<Record<AlarmName, string>> = {
  'balance-low': "the keeper's account can pay for few more settlements",
  'oracle-late': 'a strike with bets has had no oracle answer for a minute',
  'rpc-lagging': "the node's newest block is old",
}

/** Tolerated delay of an answer: Chainlink's BNB/USD feed answers about every 33 s. */
const MAX_ORACLE_DELAY_SECONDS = 60

/** Healthy chains that the game runs on have no such gap between blocks. */
const MAX_BLOCK_AGE_SECONDS = 30

const DAY_SECONDS = 86_400
const GAS_PER_STRIKE = 100_000n

/**
 * Logs alarms when they change.
 *
 * @param onChange - Called after each change.
 */
export function createAlarms(
  log: Logger,
  onChange: (name: AlarmName, isOn: boolean) => void,
): Alarms {
  const raised = new Set<AlarmName>()
  return {
    set: (name, isOn) => {
      if (raised.has(name) === isOn) return
      if (isOn) {
        raised.add(name)
        log.warn({ alarm: name, reason: REASONS[name] }, 'alarm raised')
      } else {
        raised.delete(name)
        log.info({ alarm: name }, 'alarm cleared')
      }
      onChange(name, isOn)
    },
  }
}

/** True when the account cannot pay for one day of strikes at the current gas price. */
export function isBalanceLow(
  { balance, gasPrice }: { balance: bigint; gasPrice: bigint },
  intervalSeconds: number,
): boolean {
  const strikesPerDay = BigInt(Math.ceil(DAY_SECONDS / intervalSeconds))
  return balance < gasPrice * GAS_PER_STRIKE * strikesPerDay
}

/**
 * True when an answer is overdue.
 *
 * @param lock - Time of a strike that the oracle has not answered.
 */
export function isOracleLate(lock: UnixSeconds, now: UnixSeconds): boolean {
  return now - lock > MAX_ORACLE_DELAY_SECONDS
}

/**
 * True when the node's newest block is old.
 *
 * @param newest - Time of the newest block.
 */
export function isNodeLagging(newest: UnixSeconds, nowMs: number): boolean {
  return nowMs / 1_000 - newest > MAX_BLOCK_AGE_SECONDS
}
