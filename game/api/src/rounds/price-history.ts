import { SymbolField } from '@bullring/wire/fields'
import * as z from 'zod/mini'
import { TokenPrice } from '../token-prices.ts'

/** POST /api/price-history: the oracle's prices of a past time, oldest first (R-API-25). */

/** Ranges of the chart. */
export const PRICE_RANGES = ['5m', '1h', '1d'] as const
export type PriceRange = (typeof PRICE_RANGES)[number]

/** Length of each range. */
export const PRICE_RANGE_SECONDS: Readonly<Record<PriceRange, number>> = {
  '5m': 300,
  '1h': 3_600,
  '1d': 86_400,
}

/** Body of the request. */
export const PriceHistoryRequest = z.object({
  symbol: SymbolField,
  range: z.enum(PRICE_RANGES, 'not a range'),
})

/**
 * Oldest first, with the answer in force at the start of the range. Where there are many answers within a short
 * time, the first, the lowest, the highest and the last are kept.
 */
export const PriceHistoryResponse = z.array(TokenPrice)
