import type { RoundState } from '@bullring/prediction/round-state'
import type { Round } from '#api/round/round.ts'

/** Returns whether a result can be proven from the chain: a round without bets only once someone has settled it. */
export function hasProof(round: Round, { kind }: RoundState): boolean {
  if (kind === 'empty') return round.lockOracleId !== null && round.closeOracleId !== null
  return kind === 'settled' || kind === 'refund'
}
