import { AddressField, Decimal, EpochField, SymbolField, SymbolText } from '@bullring/wire/fields'
import * as z from 'zod/mini'
import { WindowField } from './leaderboard.ts'

/** POST /api/trade-stats: results of an account's bets (R-API-7, R-API-15). */

/** Body of the request. */
export const TradeStatsRequest = z.object({
  user_address: AddressField,
  symbol: SymbolField,
  window: z._default(WindowField, 'all'),
})

const count = z.int().check(z.nonnegative())

/**
 * Sums over decided rounds: refunds and undecided rounds are neither won nor lost (R-STATS-4). Amounts in BNB
 * are exact decimal texts. Averages are cut to the wei.
 */
export const TradeStats = z.object({
  /** Won and lost rounds. */
  total_rounds: count,
  won_rounds: count,
  lost_rounds: count,
  /** Share of won rounds in percent, 2 decimals; 0 without a decided round. */
  win_percent: z.number().check(z.minimum(0), z.maximum(100)),
  /** Won less lost; may be negative. */
  net_results: Decimal,
  /** Net results per decided round. */
  avg_return: Decimal,
  /** Stake per decided round. */
  avg_position: Decimal,
  /** The won round with the highest profit, the older of equal ones; null before the first win. */
  best_round_epoch: z.nullable(EpochField),
  /** Its market. */
  best_round_symbol: z.nullable(SymbolText),
  best_round_profit: z.nullable(Decimal),
  /** Payout divided by stake, cut to 4 decimals. */
  best_round_multiplier: z.nullable(z.number()),
  /** Profits of won rounds: payouts less their stakes. */
  total_won: Decimal,
  /** Stakes of lost rounds less their returned parts (R-ROUND-13). */
  total_lost: Decimal,
  /** Stakes of decided rounds. */
  total_position: Decimal,
})
export type TradeStats = z.infer<typeof TradeStats>
