import type { Position } from '@bullring/prediction/payout'
import type { Epoch, Wei } from '@bullring/prediction/units'

/** The visitor's own stake in a round on screen. */
export type OwnBet = {
  position: Position
  stake: Wei
  /** What `claim` would pay now; 0 when there is nothing (any more). */
  claimAmount: Wei
}

/** Own bets by round. */
export type OwnBets = ReadonlyMap<Epoch, OwnBet>
