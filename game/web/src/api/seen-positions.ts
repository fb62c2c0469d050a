import { parsePositions, positionsText } from '@bullring/game-api/positions'
import { ALL_MARKETS } from '@bullring/wire/fields'

/** Highest journal position that this page has seen, by market. */
const seen = new Map<string, number>()

/** Journal position that all data of this page has reached, by market. */
const reached = new Map<string, number>()

/** Changes that may have been stored between the data of a response and its position, which is read after it. */
const LATE_CHANGES = 32

/** Records the position of a live event. The page has applied all events up to it. */
export function notePosition(symbol: string, position: number): void {
  if (!Number.isSafeInteger(position)) return
  raiseSeen(symbol, position)
  reached.set(symbol, position)
}

/**
 * Records the positions that a response names.
 *
 * @param symbol - Market that the response is about.
 */
export function notePositions(header: string | null, symbol: string): void {
  const positions = parsePositions(header)
  for (const [market, position] of positions) raiseSeen(market, position)
  const position = positions.get(symbol)
  if (position === undefined) return
  const sure = Math.max(0, position - LATE_CHANGES)
  reached.set(symbol, Math.min(sure, reached.get(symbol) ?? sure))
}

/** Returns the position after which the page needs live events; null before the first response. */
export function reachedPosition(symbol: string): number | null {
  return reached.get(symbol) ?? null
}

function raiseSeen(symbol: string, position: number): void {
  seen.set(symbol, Math.max(position, seen.get(symbol) ?? 0))
}

/** Returns the position that a response for one or all markets must have reached; null before the first response. */
export function seenPositions(symbol: string): string | null {
  const entries = [...seen].filter(([market]) => symbol === ALL_MARKETS || symbol === market)
  return entries.length === 0 ? null : positionsText(new Map(entries))
}
