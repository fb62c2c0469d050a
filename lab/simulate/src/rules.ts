import type { PayoutRules, Pool, Position } from '@bullring/prediction/payout'
import { isOneSided } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import { toBasisPoints } from '@bullring/prediction/units'

/** Which oracle report is the strike of a lock time. */
export type StrikeRule =
  /** The newest report on the chain when the operator calls `executeRound`, some seconds after the lock. */
  | { kind: 'latest-at-call' }
  /** The first report on the chain at or after the lock time plus `delay` seconds. */
  | { kind: 'first-after'; delay: number }

/** The rules of a contract, as far as they decide what a bet earns. */
export type Rules = {
  name: string
  payout: PayoutRules
  strike: StrikeRule
  /** True if bets on one side only, and ties, return every stake. */
  hasRefunds: boolean
}

const treasuryFee = toBasisPoints(300)

export const PANCAKE_V2: Rules = {
  name: 'V2',
  payout: { treasuryFee, maxPayoutMultiple: 0, isFeeCapped: false },
  strike: { kind: 'latest-at-call' },
  hasRefunds: false,
}

/** Bullring's rules with the values of the presets for chains 56 and 97. */
export const BULLRING: Rules = {
  name: 'Bullring',
  payout: { treasuryFee, maxPayoutMultiple: 2000, isFeeCapped: true },
  strike: { kind: 'first-after', delay: 10 },
  hasRefunds: true,
}

/** The same with the strike due at the lock, which shows what the delay is for. */
export const BULLRING_WITHOUT_DELAY: Rules = {
  ...BULLRING,
  name: 'Bullring, delay 0',
  strike: { kind: 'first-after', delay: 0 },
}

/**
 * Returns the final state of a round under `rules`.
 *
 * @param winner - Null for a tie.
 */
export function finalState(pool: Pool, winner: Position | null, rules: Rules): RoundState {
  if (rules.hasRefunds && isOneSided(pool)) return { kind: 'refund', reason: 'one-sided' }
  if (rules.hasRefunds && winner === null) return { kind: 'refund', reason: 'tie' }
  return { kind: 'settled', winner }
}
