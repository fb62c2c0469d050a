import { parsePositions, positionsText } from '@bullring/game-api/positions'
import { ALL_MARKETS } from '@bullring/wire/fields'

/** Highest journal position that this page has seen, by market. */
const seen = new Map<string, number>()

/** Records the position of a live event. */
export function notePosition(symbol: string, position: number): void {
  if (Number.isSafeInteger(position)) seen.set(symbol, Math.max(position, seen.get(symbol) ?? 0))
}

/** Records the positions that a response names. */
export function notePositions(header: string | null): void {
  for (const [symbol, position] of parsePositions(header)) notePosition(symbol, position)
}

/** Returns the position that a response for one or all markets must have reached; null before the first response. */
export function seenPositions(symbol: string): string | null {
  const entries = [...seen].filter(([market]) => symbol === ALL_MARKETS || symbol === market)
  return entries.length === 0 ? null : positionsText(new Map(entries))
}
