import {
  AddressField,
  Decimal,
  EpochField,
  SymbolField,
  SymbolText,
  TimestampField,
} from '@bullring/wire/fields'
import * as z from 'zod/mini'
import { WindowField } from './leaderboard.ts'

/** POST /api/profit-line: how an account's net results came about, and its streaks (R-API-23). */

/** Body of the request. `points` is the most that the response may have. */
export const ProfitLineRequest = z.object({
  user_address: AddressField,
  symbol: SymbolField,
  window: z._default(WindowField, 'all'),
  points: z._default(z.int().check(z.minimum(4), z.maximum(500)), 200),
})

const count = z.int().check(z.nonnegative())

/** Net result in BNB, an exact decimal text, after this and all earlier decided rounds of the account. */
const ProfitPoint = z.object({
  /** The market of the round. */
  symbol: SymbolText,
  epoch: EpochField,
  /** Time of the account's bet. */
  placed_at: TimestampField,
  /** Number of decided rounds that the account had played by then, in the window. */
  rounds: count,
  net_results: Decimal,
})

/** Decided rounds only: refunds neither move the line nor end a streak. */
export const ProfitLine = z.object({
  /** Oldest bet first. For many rounds, a sample that keeps the first, the last, every high and every low. */
  points: z.array(ProfitPoint),
  /** Rounds won in a row, or lost in a row as a negative number, up to the last one; 0 without a round. */
  current_streak: z.int(),
  /** Maximum number of rounds won in a row. */
  longest_win_streak: count,
  /** Maximum number of rounds lost in a row. */
  longest_loss_streak: count,
})
export type ProfitLine = z.infer<typeof ProfitLine>
