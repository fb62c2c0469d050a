import { Decimal, EpochField, TimestampField } from '@bullring/wire/fields'
import * as z from 'zod/mini'

/** Settlement state (R-ROUND-6). "empty" is a closed round without bets and without a winner on the chain. */
export const RoundStateField = z.enum(['open', 'locked', 'settling', 'settled', 'refund', 'empty'])

/**
 * A round as the API returns it (R-API-11, R-API-12). Prices in USD and amounts in BNB are exact decimal
 * texts, payouts are multiples of the stake after the fee (0 when the side is empty), times are seconds of
 * chain time.
 */
export const Round = z.object({
  epoch: EpochField,
  start_timestamp: TimestampField,
  lock_timestamp: TimestampField,
  close_timestamp: TimestampField,
  lock_price: z.nullable(Decimal),
  close_price: z.nullable(Decimal),
  /** Close less lock price; for a live round last price less lock price. */
  price_change: z.nullable(Decimal),
  total_amount: Decimal,
  bull_amount: Decimal,
  bear_amount: Decimal,
  bull_payout: z.number().check(z.nonnegative()),
  bear_payout: z.number().check(z.nonnegative()),
  /** Basis points, known before the round opens (R-ROUND-14). */
  treasury_fee: z.int().check(z.nonnegative()),
  display_type: z.enum(['next', 'live', 'expired']),
  state: RoundStateField,
  /** Reason why stakes are returned; null unless `state` is "refund". */
  refund_reason: z.nullable(z.enum(['one-sided', 'tie', 'no-price'])),
  winner: z.nullable(z.enum(['up', 'down'])),
  /**
   * Prices that the contract would settle at, computed from the oracle's answers; null for a price that it has, and in a round
   * with bets: a keeper settles those.
   */
  expected_lock_price: z.nullable(Decimal),
  expected_close_price: z.nullable(Decimal),
  /** Oracle round ids exceed 2^53: decimal text. */
  lock_oracle_id: z.nullable(z.string()),
  close_oracle_id: z.nullable(z.string()),
})
export type Round = z.infer<typeof Round>
