import type { Epoch } from '@bullring/prediction/units'
import type { WindowMarket } from '../market/windows.ts'

/** Ranking by share of wins needs this many rounds, as on PancakeSwap: otherwise one lucky round is the best. */
export const MINIMUM_ROUNDS = 10

/**
 * Returns how many decided rounds an account needs to be ranked by its share of wins: half of the rounds that
 * closed in the window where it has too few for the full minimum.
 */
export function minimumRounds(closedRounds: number): number {
  return Math.min(MINIMUM_ROUNDS, Math.max(1, Math.ceil(closedRounds / 2)))
}

/** Counts the rounds of all markets that closed since the first of a window in each. */
export async function countClosed(
  markets: readonly WindowMarket[],
  fromEpochs: readonly Epoch[],
): Promise<number> {
  const closed = await Promise.all(
    markets.map(async ({ clock, now }, index) => {
      const next = await clock.firstEpochClosedAfter(now())
      return Number(next) - Number(fromEpochs[index])
    }),
  )
  return closed.reduce((sum, rounds) => sum + rounds, 0)
}
