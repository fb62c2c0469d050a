import type { Strategy } from './strategy.ts'

/** Bets with the larger side; not on an empty or balanced round. */
export const followCrowd: Strategy = ({ pool: { bullAmount, bearAmount } }) => {
  if (bullAmount === bearAmount) return null
  return { position: bullAmount > bearAmount ? 'bull' : 'bear' }
}
