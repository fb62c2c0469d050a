import { type Pool, type Position, potOf, refundMultiple } from '@bullring/prediction/payout'
import type { RoundState } from '@bullring/prediction/round-state'
import type { Round } from '#api/round/round.ts'

const SCALE = 10_000n

/** Returns UP's share of the pool, 0 to 1 in steps of 0.0001, for drawing; null while the pool is empty. */
export function bullShare(pool: Pool): number | null {
  const pot = potOf(pool)
  return pot === 0n ? null : Number((pool.bullAmount * SCALE) / pot) / Number(SCALE)
}

/** Returns the payout multiple of `position` to show for a round in `state`. */
export function displayedMultiple(round: Round, position: Position, state: RoundState): number {
  return state.kind === 'refund' ? refundMultiple(round.pool, position) : round.multiples[position]
}
