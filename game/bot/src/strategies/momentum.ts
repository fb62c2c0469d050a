import type { Strategy } from './strategy.ts'

const ROUNDS = 2

/** Bets on the side that won the last two decided rounds; not when they differ. */
export const momentum: Strategy = (_, history) => {
  const winners = history.flatMap(({ state }) => (state.kind === 'settled' ? [state.winner] : []))
  const [last, ...before] = winners.slice(0, ROUNDS)
  if (last == null || before.length < ROUNDS - 1 || before.some((each) => each !== last))
    return null
  return { position: last }
}
