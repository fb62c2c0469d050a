import { skipToken, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { useGameApi } from '#api/game-api.ts'
import { useMarketConfig } from '#api/market-config.ts'
import { pollInterval } from '#api/poll-interval.ts'
import type { TradeStats } from '#api/trade-stats.ts'

/** Results come with the rounds; live events refresh them sooner. */
const STATS_REFRESH_MS = 30_000

/** Query keys of the statistics. */
export const statsKeys = {
  all: ['stats'] as const,
  of: (account: Address | null) => ['stats', account] as const,
}

/** Fetches the account's statistics; sends no request without an account. */
export function useTradeStats(account: Address | null): UseQueryResult<TradeStats> {
  const api = useGameApi()
  const { intervalSeconds } = useMarketConfig()
  return useQuery({
    queryKey: statsKeys.of(account),
    queryFn: account === null ? skipToken : ({ signal }) => api.tradeStats(account, signal),
    refetchInterval: pollInterval(STATS_REFRESH_MS, intervalSeconds),
  })
}
