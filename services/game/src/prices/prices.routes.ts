import type { Schedule } from '@bullring/prediction/schedule'
import { currentEpoch } from '@bullring/prediction/schedule'
import type { UnixSeconds } from '@bullring/prediction/units'
import { type TokenPrice, TokenPricesRequest } from '@bullring/wire/game-api/token-prices'
import { parse } from '@bullring/wire/parse'
import { Hono } from 'hono'
import { readJson } from '../http/read-json.ts'
import { requireMarket } from '../http/require-market.ts'
import { priceText } from '../http/round-figures.ts'
import type { PricePoint } from './prices.queries.ts'

export type PricesPorts = {
  schedule: Schedule
  findPrices: (filter: { from: UnixSeconds; limit: number }) => Promise<PricePoint[]>
}

/** POST /api/token-prices. Answers from before the market's start belong to no round and are left out. */
export function pricesRoutes({ schedule, findPrices }: PricesPorts): Hono {
  return new Hono().post('/api/token-prices', async (c) => {
    const { symbol, limit } = parse(TokenPricesRequest, await readJson(c))
    requireMarket(symbol)
    const points = await findPrices({ from: schedule.genesisTimestamp, limit })
    const body: TokenPrice[] = points.map(({ price, updatedAt }) => ({
      timestamp: updatedAt,
      price: priceText(price),
      epoch: Number(currentEpoch(schedule, updatedAt)),
    }))
    return c.json(body)
  })
}
