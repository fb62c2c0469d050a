import type { PriceRange } from '@bullring/game-api/price-history'
import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type GameApi, useGameApi } from '#api/game-api.ts'
import type { PricePoint } from '#api/round/price-point.ts'
import type { ChartRange } from './price-range.ts'
import { priceKeys } from './use-token-prices.ts'

/** Live events add new prices. The server thins them out. */
const HISTORY_REFRESH_MS = 30_000

const priceHistoryQuery = (api: GameApi, range: PriceRange) =>
  queryOptions({
    queryKey: priceKeys.history(range),
    queryFn: ({ signal }) => api.priceHistory(range, signal),
  })

/** Returns the prices of a range, and the last points until they have loaded. */
export function useChartPrices(
  range: ChartRange,
  live: UseQueryResult<PricePoint[]>,
): UseQueryResult<PricePoint[]> {
  const history = useQuery({
    ...priceHistoryQuery(useGameApi(), range === 'live' ? '5m' : range),
    enabled: range !== 'live',
    refetchInterval: HISTORY_REFRESH_MS,
    ...(live.data && { placeholderData: live.data }),
  })
  return range === 'live' ? live : history
}
