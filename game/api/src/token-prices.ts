import { Decimal, EpochField, SymbolField, TimestampField } from '@bullring/wire/fields'
import * as z from 'zod/mini'

/** POST /api/token-prices: prices of the oracle's rounds, oldest first (R-API-8). */

/** Body of the request. */
export const TokenPricesRequest = z.object({
  symbol: SymbolField,
  limit: z._default(z.int().check(z.minimum(1), z.maximum(500)), 30),
})

/** One answer of the oracle. `epoch` is the round that was open at that time. */
export const TokenPrice = z.object({ timestamp: TimestampField, price: Decimal, epoch: EpochField })
export type TokenPrice = z.infer<typeof TokenPrice>

/** Oldest first. */
export const TokenPricesResponse = z.array(TokenPrice)
