import type { AccountTotals, WonRound } from './stats.queries.ts'

/** Totals of an account in one market or several. */
export type MarketTotals = Omit<AccountTotals, 'bestRound'> & {
  bestRound: (WonRound & { symbol: string }) | null
}

/** Adds up the totals of markets. The first market's best round wins over an equal one. */
export function sumTotals(
  parts: readonly { symbol: string; totals: AccountTotals }[],
): MarketTotals {
  const rounds = (key: 'wonRounds' | 'lostRounds') =>
    parts.reduce((sum, { totals }) => sum + totals[key], 0)
  const wei = (key: 'totalWon' | 'totalLost' | 'totalPosition') =>
    parts.reduce((sum, { totals }) => sum + totals[key], 0n)
  return {
    wonRounds: rounds('wonRounds'),
    lostRounds: rounds('lostRounds'),
    totalWon: wei('totalWon'),
    totalLost: wei('totalLost'),
    totalPosition: wei('totalPosition'),
    bestRound: bestOf(
      parts.flatMap(({ symbol, totals: { bestRound } }) => bestRound && { ...bestRound, symbol }),
    ),
  }
}

function bestOf(rounds: readonly MarketTotals['bestRound'][]): MarketTotals['bestRound'] {
  const profit = (round: WonRound) => round.payout - round.amount
  return rounds.reduce(
    (best, round) =>
      best !== null && (round === null || profit(round) <= profit(best)) ? best : round,
    null,
  )
}
