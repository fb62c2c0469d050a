import {
  PRICE_RANGE_SECONDS,
  PriceHistoryRequest,
  PriceHistoryResponse,
} from '@bullring/game-api/price-history'
import type { TokenPrice } from '@bullring/game-api/token-prices'
import { TokenPricesRequest, TokenPricesResponse } from '@bullring/game-api/token-prices'
import type { UnixSeconds } from '@bullring/prediction/units'
import { toUnixSeconds } from '@bullring/prediction/units'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { API_ERRORS } from '../http/errors.ts'
import { priceText } from '../market/round-figures.ts'
import type { RoundClock } from '../market/round-rules.ts'
import type { PriceWindow } from './price-history.queries.ts'
import type { PricePoint } from './prices.queries.ts'

export type PricesDeps = {
  clock: Pick<RoundClock, 'epochsAt'>
  /** Chain time. */
  now: () => UnixSeconds
  findPrices: (limit: number) => Promise<PricePoint[]>
  findPriceHistory: (window: PriceWindow) => Promise<PricePoint[]>
}

/** POST /api/token-prices and /api/price-history. */
export function pricesOperations(ofMarket: (symbol: string) => PricesDeps): readonly Operation[] {
  return [
    defineOperation({
      method: 'post',
      path: '/api/token-prices',
      summary: 'Prices reported by the oracle',
      body: TokenPricesRequest,
      response: TokenPricesResponse,
      errors: [...API_ERRORS, 404],
      handler: async ({ body }) => {
        const { clock, findPrices } = ofMarket(body.symbol)
        return toWirePrices(clock, await findPrices(body.limit))
      },
    }),
    defineOperation({
      method: 'post',
      path: '/api/price-history',
      summary: 'Prices of the last five minutes, hour or day',
      body: PriceHistoryRequest,
      response: PriceHistoryResponse,
      errors: [...API_ERRORS, 404],
      handler: async ({ body }) => {
        const { clock, now, findPriceHistory } = ofMarket(body.symbol)
        const seconds = PRICE_RANGE_SECONDS[body.range]
        const from = toUnixSeconds(now() - seconds)
        return toWirePrices(clock, await findPriceHistory({ from, seconds }))
      },
    }),
  ]
}

/** Prices from before the market's start belong to no round and are left out. */
async function toWirePrices(
  clock: PricesDeps['clock'],
  points: readonly PricePoint[],
): Promise<TokenPrice[]> {
  const epochs = await clock.epochsAt(points.map(({ updatedAt }) => updatedAt))
  const prices = points.map(({ price, updatedAt }, index) => ({
    timestamp: updatedAt,
    price: priceText(price),
    epoch: Number(epochs[index] ?? 0),
  }))
  return prices.filter(({ epoch }) => epoch > 0)
}
