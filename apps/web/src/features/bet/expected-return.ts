import type { Pool, Position } from '@bullring/prediction/payout'
import { isOneSided, payoutMultiple, payoutOf, splitPot } from '@bullring/prediction/payout'
import type { BasisPoints, Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import { type MarketKind, payoutRules, returnsOneSided } from '#api/market-kind.ts'

/** What a bet would pay if its side won and no more bets came in. */
export type ExpectedReturn = {
  /** Stake included, after the fee. */
  payout: Wei
  /** Signed: in a market without a fee cap, the fee may exceed the stakes on the other side. */
  profit: bigint
  multiple: number
  /** The other side is empty: the round would refund the stake. */
  isRefund: boolean
}

/**
 * Returns what a bet would pay, including the effect of its stake on the odds.
 *
 * @param pool - The current pool, without the bet.
 */
export function expectedReturn(
  pool: Pool,
  position: Position,
  amount: Wei,
  treasuryFee: BasisPoints,
  kind: MarketKind,
): ExpectedReturn {
  const after: Pool =
    position === 'bull'
      ? { ...pool, bullAmount: toWei(pool.bullAmount + amount) }
      : { ...pool, bearAmount: toWei(pool.bearAmount + amount) }
  if (returnsOneSided(kind) && isOneSided(after))
    return { payout: amount, profit: 0n, multiple: 1, isRefund: true }
  const rules = payoutRules(kind, treasuryFee)
  const payout = payoutOf(amount, splitPot(after, position, rules))
  return {
    payout,
    profit: payout - amount,
    multiple: payoutMultiple(after, position, rules),
    isRefund: false,
  }
}
