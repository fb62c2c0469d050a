import { BETS_FROM_HEADER } from '@bullring/wire/fields'
import type { Context } from 'hono'

/** Documents the header of lists that end at bets which are no longer stored. */
export const FIRST_BETS = {
  [BETS_FROM_HEADER]:
    'Where older bets were dropped (`GAME_KEEP_BETS_DAYS`) and the list has reached them: the first round of each market whose bets are stored, as `BNB=20000`, separated by commas.',
} as const

/** Names the first rounds whose bets are stored, by symbol; nothing for markets that have all. */
export function reportFirstBets(
  c: Context,
  markets: readonly { symbol: string; firstEpoch: number }[],
): void {
  const dropped = markets.filter(({ firstEpoch }) => firstEpoch > 0)
  const text = dropped.map(({ symbol, firstEpoch }) => `${symbol}=${firstEpoch}`).join(',')
  if (text !== '') c.header(BETS_FROM_HEADER, text)
}
