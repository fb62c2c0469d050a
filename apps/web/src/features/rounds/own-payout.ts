import { payoutOf, splitPot } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import type { Wei } from '@bullring/prediction/units'
import type { Round } from '#api/round.ts'
import type { OwnBet } from './own-bet.ts'

/**
 * What the visitor's stake pays: if its side wins as things stand, or for good once the round is
 * decided; null for a lost one.
 */
export function ownPayout(
  { pool, treasuryFee }: Pick<Round, 'pool' | 'treasuryFee'>,
  state: RoundState,
  { position, stake }: OwnBet,
): Wei | null {
  if (state.kind === 'settled' && state.winner !== position) return null
  if (state.kind === 'refund') return stake
  return payoutOf(stake, splitPot(pool, position, treasuryFee))
}
