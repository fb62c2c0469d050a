import { parseBetsFrom } from '@bullring/game-api/bets-from'
import { ALL_MARKETS } from '@bullring/wire/fields'

/** Time of the first bet that the server keeps, by market: Unix seconds. */
const first = new Map<string, number>()

/** Records where a list of bets ended. */
export function noteFirstBets(header: string | null): void {
  for (const [symbol, { placedAt }] of parseBetsFrom(header)) first.set(symbol, placedAt)
}

/**
 * Returns the time before which bets of a market, or of any, are no longer listed, in Unix seconds; null as long as no list
 * has ended there.
 */
export function firstBetsAt(symbol: string): number | null {
  const times = [...first].filter(([market]) => symbol === ALL_MARKETS || symbol === market)
  return times.length === 0 ? null : Math.max(...times.map(([, placedAt]) => placedAt))
}
