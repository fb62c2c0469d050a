import * as z from 'zod/mini'

/**
 * Header by which reads never go back in time, whichever process responds. A response names the journal position that
 * its data has, for each market: `BNB=1042,BTC=977`. A client sends the highest that it has seen, also as an id of the
 * live stream. The process then responds with nothing older.
 */
export const POSITION_HEADER = 'bullring-position'

const MAX_MARKETS = 64

/** Journal position by symbol. */
export type Positions = ReadonlyMap<string, number>

const PositionsText = z
  .string()
  .check(z.regex(/^[A-Za-z0-9]{1,16}=\d{1,15}(?:,[A-Za-z0-9]{1,16}=\d{1,15})*$/))

/** Parses the header. A malformed one names no position. */
export function parsePositions(text: string | null | undefined): Positions {
  const parsed = z.safeParse(PositionsText, text)
  if (!parsed.success) return new Map()
  const entries = parsed.data.split(',').slice(0, MAX_MARKETS)
  return new Map(
    entries.map((entry) => {
      const [symbol = '', position] = entry.split('=')
      return [symbol, Number(position)]
    }),
  )
}

/** Returns the value of the header. */
export function positionsText(positions: Positions): string {
  return [...positions].map(([symbol, position]) => `${symbol}=${position}`).join(',')
}
