import { followCrowd } from './follow-crowd.ts'
import type { Strategy } from './strategy.ts'

/** Bets on the smaller side, which pays more. */
export const againstCrowd: Strategy = (round, history) => {
  const crowd = followCrowd(round, history)
  return crowd && { position: crowd.position === 'bull' ? 'bear' : 'bull' }
}
