import type { Position } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import type { Round } from '#api/round.ts'

/** What a stake on `position` pays, as the state of the round has it: a refund pays it back once. */
export function shownMultiple(round: Round, position: Position, state: RoundState): number {
  if (state.kind !== 'refund') return round.multiples[position]
  return round.pool[`${position}Amount`] === 0n ? 0 : 1
}
