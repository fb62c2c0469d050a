import { payoutRules } from '@bullring/client/market-rules'
import { type Position, returnOf, splitPot } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import type { Epoch, Wei } from '@bullring/prediction/units'
import { toWei } from '@bullring/prediction/units'
import type { MarketRules } from '#api/market/market-rules.ts'
import type { Round } from '#api/round/round.ts'

/** The visitor's bet on a round on screen. */
export type UserBet = {
  position: Position
  stake: Wei
  /** Amount that `claim` would pay now; 0 when there is nothing to claim. */
  claimAmount: Wei
  isClaimed: boolean
}

/** The visitor's bets by round. */
export type UserBets = ReadonlyMap<Epoch, UserBet>

/** Returns the lost and the returned part of the stake; null unless the bet is lost. */
export function userLoss(
  { pool, treasuryFee }: Pick<Round, 'pool' | 'treasuryFee'>,
  state: RoundState,
  { position, stake }: Pick<UserBet, 'position' | 'stake'>,
  market: MarketRules,
): { lost: Wei; returned: Wei } | null {
  if (state.kind !== 'settled' || state.winner === position) return null
  // A tie that the house wins returns nothing.
  const returned =
    state.winner === null
      ? toWei(0n)
      : returnOf(stake, splitPot(pool, state.winner, payoutRules(market, treasuryFee)))
  return { lost: toWei(stake - returned), returned }
}
