import { potOf } from '@bullring/prediction/payout'
import type { Strike } from '@bullring/prediction/round-state'
import type { RoundSnapshot } from './round-rules.ts'

type Decided = Pick<RoundSnapshot, 'display' | 'state' | 'pool' | 'lock' | 'close'>

/** Returns whether only another fact can change a round's figures, not the time. */
export function isDecided({ display, state, pool, lock, close }: Decided): boolean {
  const isOver = state.kind === 'settled' || state.kind === 'refund' || state.kind === 'empty'
  if (display !== 'expired' || !isOver) return false
  // The first answer after a strike is shown for rounds without bets, however late it comes.
  return potOf(pool) > 0n || (isAnswered(lock) && isAnswered(close))
}

function isAnswered(strike: Strike): boolean {
  return strike.kind !== 'pending' || strike.expected !== undefined
}
