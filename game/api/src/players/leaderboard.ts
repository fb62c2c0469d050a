import { ChecksumAddress, Decimal, SymbolField } from '@bullring/wire/fields'
import * as z from 'zod/mini'

/** POST /api/leaderboard: accounts ranked by the results of their decided rounds in a time window (R-API-10). */

/** A round belongs to the window in which it closed. `month` is the last 30 days. */
export const WindowField = z.enum(['day', 'week', 'month', 'all'])

/** `win_percent` ranks only accounts with enough rounds: see `minimum_rounds` of POST /api/leaderboard-rank. */
export const RankingField = z.enum(['net_results', 'win_percent', 'total_rounds', 'total_position'])

/** Body of the request. */
export const LeaderboardRequest = z.object({
  symbol: SymbolField,
  window: z._default(WindowField, 'day'),
  rank_by: z._default(RankingField, 'net_results'),
  limit: z._default(z.int().check(z.minimum(1), z.maximum(100)), 20),
})

/** One account. Amounts in BNB, exact decimal texts. */
export const LeaderboardRow = z.object({
  rank: z.int().check(z.positive()),
  user_address: ChecksumAddress,
  total_rounds: z.int(),
  won_rounds: z.int(),
  win_percent: z.number(),
  net_results: Decimal,
  total_position: Decimal,
})
export type LeaderboardRow = z.infer<typeof LeaderboardRow>

/** Best first. */
export const LeaderboardResponse = z.array(LeaderboardRow)
