import type { PriceRange } from '@bullring/game-api/price-history'
import type { UseQueryResult } from '@tanstack/react-query'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type GameApi, useGameApi } from '#api/game-api.ts'
import { useMarketConfig } from '#api/market/market-config.ts'
import { pollInterval } from '#api/poll-interval.ts'
import type { PricePoint } from '#api/round/price-point.ts'

/** R-CHART-2. */
const CHART_REFRESH_MS = 30_000
/** R-CHART-2. */
export const CHART_POINTS = 30

/** Query keys of the prices. */
export const priceKeys = {
  all: ['prices'] as const,
  points: ['prices', 'points'] as const,
  history: (range: PriceRange) => ['prices', 'history', range] as const,
}

/** Fetches the oracle's last answers, oldest first. */
export const tokenPricesQuery = (api: GameApi) =>
  queryOptions({
    queryKey: priceKeys.points,
    queryFn: ({ signal }) => api.tokenPrices(CHART_POINTS, signal),
  })

/** The oracle's last answers, oldest first. */
export function useTokenPrices(): UseQueryResult<PricePoint[]> {
  return useQuery(tokenPricesQuery(useGameApi()))
}

/** Polls the prices. Call it once per page. */
export function usePricePolling(): void {
  const { intervalSeconds } = useMarketConfig()
  useQuery({
    ...tokenPricesQuery(useGameApi()),
    refetchInterval: pollInterval(CHART_REFRESH_MS, intervalSeconds),
  })
}
