import type { Pool, Position, PotSplit } from './payout.ts'
import { payoutOf, splitPot } from './payout.ts'
import type { RoundState } from './round-state.ts'
import type { BasisPoints, Wei } from './units.ts'
import { toWei } from './units.ts'

/** One account's stake in one round. */
export type Bet = { position: Position; amount: Wei; isClaimed: boolean }

/** Result of a bet. */
export type BetResult = {
  /** Null while undecided, and for a refund: a returned stake is neither won nor lost. */
  isWin: boolean | null
  /**
   * Signed wei. Profit of a winner (payout less stake), else 0. Negative when nearly the whole pool was on
   * the winning side, so that the fee exceeds the losers' stakes.
   */
  winAmount: bigint
  /** Amount that `claim` pays now: payout or returned stake; 0 once claimed. */
  claimAmount: Wei
}

const NOTHING = toWei(0n)

/** Computes the result of `bet` in a round of state `state`, equal to the contract's to the wei. */
export function betResult(
  bet: Bet,
  pool: Pool,
  state: RoundState,
  treasuryFee: BasisPoints,
): BetResult {
  const winner = state.kind === 'settled' ? state.winner : null
  return splitBetResult(bet, state, winner && splitPot(pool, winner, treasuryFee))
}

/**
 * Computes the result of `bet` from the division that a PancakePredictionV2 contract announced.
 *
 * @param split - Null while the round is not settled, and when no side has won.
 */
export function splitBetResult(bet: Bet, state: RoundState, split: PotSplit | null): BetResult {
  if (state.kind === 'refund') {
    return { isWin: null, winAmount: NOTHING, claimAmount: bet.isClaimed ? NOTHING : bet.amount }
  }
  if (state.kind !== 'settled') return { isWin: null, winAmount: NOTHING, claimAmount: NOTHING }
  if (split === null || state.winner !== bet.position) {
    return { isWin: false, winAmount: NOTHING, claimAmount: NOTHING }
  }
  const payout = payoutOf(bet.amount, split)
  return {
    isWin: true,
    winAmount: payout - bet.amount,
    claimAmount: bet.isClaimed ? NOTHING : payout,
  }
}
