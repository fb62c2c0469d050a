import { type Position, payoutOf, splitPot } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { type MarketKind, payoutRules } from '#api/market-kind.ts'
import type { Round } from '#api/round.ts'

/** The visitor's bet on a round on screen. */
export type UserBet = {
  position: Position
  stake: Wei
  /** What `claim` would pay now; 0 when there is nothing to claim. */
  claimAmount: Wei
}

/** The visitor's bets by round. */
export type UserBets = ReadonlyMap<Epoch, UserBet>

/**
 * Returns what the visitor's bet pays: if its side wins at the current odds, or for good once the
 * round is decided. Null for a lost bet.
 */
export function userPayout(
  { pool, treasuryFee }: Pick<Round, 'pool' | 'treasuryFee'>,
  state: RoundState,
  { position, stake }: UserBet,
  kind: MarketKind,
): Wei | null {
  if (state.kind === 'settled' && state.winner !== position) return null
  if (state.kind === 'refund') return stake
  return payoutOf(stake, splitPot(pool, position, payoutRules(kind, treasuryFee)))
}
