import { AddressField, SymbolField } from '@bullring/wire/fields'
import * as z from 'zod/mini'
import { LeaderboardRow, RankingField, WindowField } from './leaderboard.ts'

/** POST /api/leaderboard-rank: the place of one account among all ranked accounts (R-API-22). */

/** Body of the request. Without an account, only the ranking itself is described. */
export const LeaderboardRankRequest = z.object({
  symbol: SymbolField,
  window: z._default(WindowField, 'day'),
  rank_by: z._default(RankingField, 'net_results'),
  user_address: z.optional(AddressField),
})

/** A ranking and the place of the account in it. */
export const LeaderboardRankResponse = z.object({
  /** Accounts that are ranked. */
  players: z.int().check(z.nonnegative()),
  /**
   * Decided rounds that an account needs to be ranked. For `win_percent` 10, or half of the window's rounds while
   * it has fewer than 20; otherwise 1.
   */
  minimum_rounds: z.int().check(z.positive()),
  /** `rank` is null below the minimum; `standing` is null without a decided round in the window. */
  standing: z.nullable(z.extend(LeaderboardRow, { rank: z.nullable(z.int().check(z.positive())) })),
})
export type LeaderboardRankResponse = z.infer<typeof LeaderboardRankResponse>
