import { readJson } from '@bullring/server/http/read-json'
import { type TokenPrice, TokenPricesRequest } from '@bullring/wire/game-api/token-prices'
import { parse } from '@bullring/wire/parse'
import { Hono } from 'hono'
import { requireMarket } from '../market/require-market.ts'
import { priceText } from '../market/round-figures.ts'
import type { RoundClock } from '../market/round-rules.ts'
import type { PricePoint } from './prices.queries.ts'

export type PricesDeps = {
  clock: Pick<RoundClock, 'epochsAt'>
  findPrices: (limit: number) => Promise<PricePoint[]>
}

/** Serves POST /api/token-prices. Prices from before the market's start belong to no round and are left out. */
export function pricesRoutes({ clock, findPrices }: PricesDeps): Hono {
  return new Hono().post('/api/token-prices', async (c) => {
    const { symbol, limit } = parse(TokenPricesRequest, await readJson(c))
    requireMarket(symbol)
    const points = await findPrices(limit)
    const epochs = await clock.epochsAt(points.map(({ updatedAt }) => updatedAt))
    const body: TokenPrice[] = points.map(({ price, updatedAt }, index) => ({
      timestamp: updatedAt,
      price: priceText(price),
      epoch: Number(epochs[index] ?? 0),
    }))
    return c.json(body.filter(({ epoch }) => epoch > 0))
  })
}
