import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import { TokenPricesRequest, TokenPricesResponse } from '@bullring/wire/game-api/token-prices'
import { API_ERRORS } from '../http/documented-errors.ts'
import type { BySymbol } from '../market/by-symbol.ts'
import { priceText } from '../market/round-figures.ts'
import type { RoundClock } from '../market/round-rules.ts'
import type { PricePoint } from './prices.queries.ts'

export type PricesDeps = {
  clock: Pick<RoundClock, 'epochsAt'>
  findPrices: (limit: number) => Promise<PricePoint[]>
}

/** POST /api/token-prices. Prices from before the market's start belong to no round and are left out. */
export function pricesOperations(ofMarket: BySymbol<PricesDeps>): readonly Operation[] {
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
        const points = await findPrices(body.limit)
        const epochs = await clock.epochsAt(points.map(({ updatedAt }) => updatedAt))
        const prices = points.map(({ price, updatedAt }, index) => ({
          timestamp: updatedAt,
          price: priceText(price),
          epoch: Number(epochs[index] ?? 0),
        }))
        return prices.filter(({ epoch }) => epoch > 0)
      },
    }),
  ]
}
