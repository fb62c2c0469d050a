import {
  type QueryFunctionContext,
  skipToken,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import type { Address } from 'viem'
import { reachKey, useGameApi } from '#api/game-api.ts'
import { useMarketConfig } from '#api/market/market-config.ts'
import { pollInterval } from '#api/poll-interval.ts'
import type { StatsWindow } from '#api/trade/leaderboard.ts'
import type { ProfitLine } from '#api/trade/profit-line.ts'
import type { TradeStats } from '#api/trade/trade-stats.ts'

/** Results come with the rounds. Live events refresh them sooner. */
const STATS_REFRESH_MS = 30_000

/** Query keys of the statistics. */
export const statsKeys = {
  all: ['stats'] as const,
  of: (account: Address | null) => ['stats', account] as const,
}

type StatsQuery = { account: Address | null; window: StatsWindow }

/** Fetches the account's statistics. Sends no request without an account. */
export function useTradeStats(query: StatsQuery): UseQueryResult<TradeStats> {
  return useStatsQuery('figures', query, useGameApi().tradeStats)
}

/** Fetches the course of the account's results. Sends no request without an account. */
export function useProfitLine(query: StatsQuery): UseQueryResult<ProfitLine> {
  return useStatsQuery('line', query, useGameApi().profitLine)
}

/** Keeps the data of the period before until the next one has loaded, but never another account's. */
function useStatsQuery<data>(
  what: 'figures' | 'line',
  { account, window }: StatsQuery,
  fetch: (query: { account: Address; window: StatsWindow }, signal: AbortSignal) => Promise<data>,
): UseQueryResult<data> {
  const { intervalSeconds } = useMarketConfig()
  return useQuery({
    queryKey: [...statsKeys.of(account), what, window, ...reachKey(useGameApi())],
    queryFn:
      account === null
        ? skipToken
        : ({ signal }: QueryFunctionContext) => fetch({ account, window }, signal),
    placeholderData: (previous, query) => (query?.queryKey[1] === account ? previous : undefined),
    refetchInterval: pollInterval(STATS_REFRESH_MS, intervalSeconds),
  })
}
