import type { Round } from '@bullring/client/round'
import type { Position } from '@bullring/prediction/payout'

/** A bet that a strategy wants: `bull` is UP, `bear` is DOWN. */
export type Bet = {
  position: Position
  /** In wei; by default the most that the player allows for a round. */
  amount?: bigint
}

/**
 * Decides about the open round, shortly before its lock.
 *
 * @param round - The open round, with its pool so far.
 * @param history - Rounds before it, newest first. The first is live: it has no close price yet.
 * @returns The bet; null for none.
 */
export type Strategy = (round: Round, history: readonly Round[]) => Bet | null
