import {
  AddressField,
  Decimal,
  EpochField,
  HashField,
  SymbolField,
  SymbolText,
  TimestampField,
} from '@bullring/wire/fields'
import * as z from 'zod/mini'
import { RoundStateField } from '../rounds/round.ts'

/** POST /api/trades-by-user: an account's bets, newest first (R-API-6). */

/**
 * Body of the request. `before_epoch` pages towards older bets. Rounds of different markets have no common order: over
 * `ALL` markets, `before_epochs` has the last known round of each; one that is not in it starts with its newest bet.
 */
export const TradesByUserRequest = z.object({
  user_address: AddressField,
  symbol: SymbolField,
  limit: z._default(z.int().check(z.minimum(1), z.maximum(200)), 30),
  before_epoch: z.optional(EpochField),
  before_epochs: z.optional(z.record(z.string().check(z.maxLength(16)), EpochField)),
})

/** One bet and its result (R-API-13). Amounts in BNB and prices in USD are exact decimal texts. */
export const Trade = z.object({
  /** The market of the bet. */
  symbol: SymbolText,
  round_id: EpochField,
  epoch: EpochField,
  /** 1 is UP, 2 is DOWN. */
  direction: z.union([z.literal(1), z.literal(2)]),
  position_amount: Decimal,
  /** Payout less stake of a winner, else "0". Negative only in a `pancake-v2` market, where the fee may exceed the losing stakes. */
  win_amount: Decimal,
  /** Amount that claim() would pay now: payout, refund or the returned part of a loss; "0" once claimed. */
  claim_amount: Decimal,
  /** Part of the stake that comes back without a win, claimed or not: all of a refund, the unmatched part of a loss. */
  returned_amount: Decimal,
  /** Null while undecided and for a refund. */
  is_win: z.nullable(z.boolean()),
  is_claimed: z.boolean(),
  tx_hash: HashField,
  placed_at: TimestampField,
  lock_price: z.nullable(Decimal),
  close_price: z.nullable(Decimal),
  price_change: z.nullable(Decimal),
  total_amount: Decimal,
  bull_amount: Decimal,
  bear_amount: Decimal,
  bull_payout: z.number(),
  bear_payout: z.number(),
  state: RoundStateField,
})
export type Trade = z.infer<typeof Trade>

/** Newest first. */
export const TradesByUserResponse = z.array(Trade)
