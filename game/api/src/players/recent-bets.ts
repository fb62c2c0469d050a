import {
  ChecksumAddress,
  Decimal,
  EpochField,
  SymbolField,
  TimestampField,
} from '@bullring/wire/fields'
import * as z from 'zod/mini'

/** POST /api/recent-bets: the newest bets of all accounts, newest first (R-API-26). */

/** Body of the request. */
export const RecentBetsRequest = z.object({
  symbol: SymbolField,
  limit: z._default(z.int().check(z.minimum(1), z.maximum(50)), 20),
})

/** A bet. `direction` is 1 for UP and 2 for DOWN. */
export const RecentBet = z.object({
  user_address: ChecksumAddress,
  epoch: EpochField,
  direction: z.union([z.literal(1), z.literal(2)]),
  position_amount: Decimal,
  placed_at: TimestampField,
})
export type RecentBet = z.infer<typeof RecentBet>

/** Newest first. */
export const RecentBetsResponse = z.array(RecentBet)
