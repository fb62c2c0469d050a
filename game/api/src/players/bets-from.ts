import * as z from 'zod/mini'

/**
 * Header of a list that ends where older bets are no longer stored. For each market, the first round with stored bets, and
 * the time of its first bet in Unix seconds: `BNB=20000@1762178700,BTC=20000@1762178400`.
 */
export const BETS_FROM_HEADER = 'bets-from'

/** First stored bet of a market. */
export type FirstBet = {
  epoch: number
  /** Unix seconds. */
  placedAt: number
}

const BetsFromText = z
  .string()
  .check(z.regex(/^[A-Za-z0-9]{1,16}=\d{1,15}@\d{1,12}(?:,[A-Za-z0-9]{1,16}=\d{1,15}@\d{1,12})*$/))

/** Parses the header. A malformed one names no market. */
export function parseBetsFrom(text: string | null): ReadonlyMap<string, FirstBet> {
  const parsed = z.safeParse(BetsFromText, text)
  if (!parsed.success) return new Map()
  return new Map(
    parsed.data.split(',').map((entry) => {
      const [symbol = '', epoch, placedAt] = entry.split(/[=@]/)
      return [symbol, { epoch: Number(epoch), placedAt: Number(placedAt) }]
    }),
  )
}

/** Returns the value of the header. */
export function betsFromText(markets: ReadonlyMap<string, FirstBet>): string {
  return [...markets]
    .map(([symbol, { epoch, placedAt }]) => `${symbol}=${epoch}@${placedAt}`)
    .join(',')
}
