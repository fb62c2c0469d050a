import { BETS_FROM_HEADER, betsFromText, type FirstBet } from '@bullring/game-api/bets-from'
import type { Context } from 'hono'

/** Documents the header of lists that end at bets which are no longer stored. */
export const FIRST_BETS = {
  [BETS_FROM_HEADER]:
    'Where older bets were dropped (`GAME_KEEP_BETS_DAYS`) and the list has reached them: for each market, the first round whose bets are stored and the Unix time of its first bet, as `BNB=20000@1762178700`, separated by commas.',
} as const

/** Names where the stored bets begin, by symbol; null for markets that have all. */
export function reportFirstBets(
  c: Context,
  markets: readonly { symbol: string; first: FirstBet | null }[],
): void {
  const dropped = markets.flatMap(({ symbol, first }) =>
    first === null ? [] : [[symbol, first] as const],
  )
  if (dropped.length > 0) c.header(BETS_FROM_HEADER, betsFromText(new Map(dropped)))
}
