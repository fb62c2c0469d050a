import type { UnixSeconds } from '@bullring/prediction/units'
import type { Logger } from 'pino'

/** What a person has to look at, because the keeper cannot mend it. */
export type AlarmName = 'balance-low' | 'oracle-late' | 'rpc-lagging'

export const ALARM_NAMES: readonly AlarmName[] = ['balance-low', 'oracle-late', 'rpc-lagging']

/** Switches alarms on and off; saying the same again is no news. */
export type Alarms = { set: (name: AlarmName, isOn: boolean) => void }

const SENTENCES: Readonly<Record<AlarmName, string>> = {
  'balance-low': "the keeper's account can pay for few more settlements",
  'oracle-late': 'a strike with bets waits for the oracle',
  'rpc-lagging': "the node's newest block is old",
}

/** Seconds an oracle that is well may take: Chainlink answers about every 33. */
const ORACLE_PATIENCE_SECONDS = 60

/** Seconds without a block that no chain the game runs on has on a good day. */
const BLOCK_PATIENCE_SECONDS = 30

/** Strikes of a day with rounds of five minutes. */
const STRIKES_PAID = 288n
const GAS_OF_A_STRIKE = 100_000n

/**
 * @param onChange - Told of each change, and never twice of the same.
 */
export function createAlarms(
  log: Logger,
  onChange: (name: AlarmName, isOn: boolean) => void,
): Alarms {
  const ringing = new Set<AlarmName>()
  return {
    set: (name, isOn) => {
      if (ringing.has(name) === isOn) return
      if (isOn) {
        ringing.add(name)
        log.warn({ alarm: name }, SENTENCES[name])
      } else {
        ringing.delete(name)
        log.info({ alarm: name }, 'alarm over')
      }
      onChange(name, isOn)
    },
  }
}

/** True when the account cannot pay for a day's strikes at today's price. */
export function isBalanceLow({
  balance,
  gasPrice,
}: {
  balance: bigint
  gasPrice: bigint
}): boolean {
  return balance < gasPrice * GAS_OF_A_STRIKE * STRIKES_PAID
}

/** @param lock - Time of a strike that the oracle has not answered. */
export function isOracleLate(lock: UnixSeconds, now: UnixSeconds): boolean {
  return now - lock > ORACLE_PATIENCE_SECONDS
}

/** @param newest - Time of the newest block. */
export function isNodeLagging(newest: UnixSeconds, nowMs: number): boolean {
  return nowMs / 1_000 - newest > BLOCK_PATIENCE_SECONDS
}
