import type { Pool, Position } from '@bullring/prediction/payout'
import {
  isOneSided,
  payoutMultiple,
  payoutOf,
  returnOf,
  splitPot,
} from '@bullring/prediction/payout'
import type { BasisPoints, Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import { type PayoutTerms, payoutRules, returnsOneSided } from './market-rules.ts'

/** Payout and possible loss of a bet if no more bets came in. */
export type ExpectedReturn = {
  /** Stake included, after the fee. */
  payout: Wei
  /** Signed: in a market without a fee cap, the fee may exceed the stakes on the other side. */
  profit: bigint
  multiple: number
  /** The part of a win that the house takes, already taken off. */
  fee: Wei
  /** The other side is empty: the round would refund the stake. */
  isRefund: boolean
  /** The largest payout multiple before the fee, if it limits this bet's payout; null if it does not. */
  limit: number | null
  /** Part of the stake that a loss would cost: the other side can match no more. */
  atRisk: Wei
}

const HUNDREDTHS = 100

/**
 * Computes the return of a bet, including the effect of its stake on the odds.
 *
 * @param pool - The current pool, without the bet.
 */
export function expectedReturn(
  pool: Pool,
  position: Position,
  amount: Wei,
  treasuryFee: BasisPoints,
  market: PayoutTerms,
): ExpectedReturn {
  const side = `${position}Amount` as const
  const after: Pool = { ...pool, [side]: toWei(pool[side] + amount) }
  if (returnsOneSided(market.kind) && isOneSided(after)) {
    const none = { limit: null, atRisk: toWei(0n), fee: toWei(0n) }
    return { payout: amount, profit: 0n, multiple: 1, isRefund: true, ...none }
  }
  const rules = payoutRules(market, treasuryFee)
  const won = splitPot(after, position, rules)
  const lost = splitPot(after, position === 'bull' ? 'bear' : 'bull', rules)
  const payout = payoutOf(amount, won)
  return {
    payout,
    profit: payout - amount,
    multiple: payoutMultiple(after, position, rules),
    fee: toWei((amount * won.treasuryAmount) / (won.winningAmount || 1n)),
    isRefund: false,
    limit: won.returnedAmount > 0n ? market.maxPayoutMultiple / HUNDREDTHS : null,
    atRisk: toWei(amount - returnOf(amount, lost)),
  }
}
