import type { Pool, Position } from '@bullring/prediction/payout'
import { isOneSided, payoutMultiple, payoutOf, splitPot } from '@bullring/prediction/payout'
import type { BasisPoints, Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import { type MarketKind, returnsOneSided } from '#api/market-kind.ts'

/** What a bet would bring if its side won and nobody else bet. */
export type ExpectedReturn = {
  /** Stake included, after the fee. */
  payout: Wei
  /** Signed: the fee may exceed what the other side has staked. */
  profit: bigint
  multiple: number
  /** Nobody is on the other side: the round would return the stake. */
  isRefund: boolean
}

/** @param pool - As it is now, without the bet: its own stake moves the odds and is added here. */
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
  const payout = payoutOf(amount, splitPot(after, position, treasuryFee))
  return {
    payout,
    profit: payout - amount,
    multiple: payoutMultiple(after, position, treasuryFee),
    isRefund: false,
  }
}
