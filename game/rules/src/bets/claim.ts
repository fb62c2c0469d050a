import type { PayoutRules, Pool, Position, PotSplit } from '../amounts/payout.ts'
import { payoutOf, returnOf, splitPot } from '../amounts/payout.ts'
import type { Wei } from '../amounts/units.ts'
import { toWei } from '../amounts/units.ts'
import type { RoundState } from '../rounds/round-state.ts'

/** One account's stake in one round. */
export type Bet = { position: Position; amount: Wei; isClaimed: boolean }

/** Result of a bet. */
export type BetResult = {
  /** Null while undecided, and for a refund: a returned stake is neither won nor lost. */
  isWin: boolean | null
  /**
   * Signed wei. Profit of a winner (payout less stake), else 0. Negative only where the fee is not capped: when
   * nearly the whole pool was on the winning side, it exceeds the losers' stakes.
   */
  winAmount: bigint
  /** Part of the stake that comes back without a win, claimed or not: all of a refund, the returned part of a loss. */
  returnedAmount: Wei
  /** Amount that `claim` pays now: payout or returned stake; 0 once claimed. */
  claimAmount: Wei
}

const NOTHING = toWei(0n)

/** Computes the result of `bet` in a round of state `state`, equal to the contract's to the wei. */
export function betResult(bet: Bet, pool: Pool, state: RoundState, rules: PayoutRules): BetResult {
  const winner = state.kind === 'settled' ? state.winner : null
  return splitBetResult(bet, state, winner && splitPot(pool, winner, rules))
}

/**
 * Computes the result of `bet` from the division that a PancakePredictionV2 contract announced.
 *
 * @param split - Null while the round is not settled, and when no side has won.
 */
export function splitBetResult(bet: Bet, state: RoundState, split: PotSplit | null): BetResult {
  const unpaid = (amount: Wei) => (bet.isClaimed ? NOTHING : amount)
  if (state.kind === 'refund') {
    const returnedAmount = bet.amount
    return { isWin: null, winAmount: 0n, returnedAmount, claimAmount: unpaid(returnedAmount) }
  }
  if (state.kind !== 'settled') {
    return { isWin: null, winAmount: 0n, returnedAmount: NOTHING, claimAmount: NOTHING }
  }
  if (split === null || state.winner !== bet.position) {
    const returnedAmount = split === null ? NOTHING : returnOf(bet.amount, split)
    return { isWin: false, winAmount: 0n, returnedAmount, claimAmount: unpaid(returnedAmount) }
  }
  const payout = payoutOf(bet.amount, split)
  const winAmount = payout - bet.amount
  return { isWin: true, winAmount, returnedAmount: NOTHING, claimAmount: unpaid(payout) }
}
