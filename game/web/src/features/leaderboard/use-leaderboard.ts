import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { reachKey, useGameApi } from '#api/game-api.ts'
import { useMarketConfig } from '#api/market/market-config.ts'
import { pollInterval } from '#api/poll-interval.ts'
import type { LeaderboardQuery, OwnRank, Standing } from '#api/trade/leaderboard.ts'

/** Ranks change when a round is settled. Live events refresh them sooner. */
const LEADERBOARD_REFRESH_MS = 60_000

/** Query keys of the leaderboard. */
export const leaderboardKeys = {
  all: ['leaderboard'] as const,
  of: ({ window, rankBy }: LeaderboardQuery) => ['leaderboard', window, rankBy] as const,
  rank: ({ window, rankBy }: LeaderboardQuery, account: Address | null) =>
    ['leaderboard', window, rankBy, 'rank', account] as const,
}

/** Fetches the best accounts. Keeps the previous ones until the next response. */
export function useLeaderboard(question: LeaderboardQuery): UseQueryResult<Standing[]> {
  const api = useGameApi()
  const { intervalSeconds } = useMarketConfig()
  return useQuery({
    queryKey: [...leaderboardKeys.of(question), ...reachKey(api)],
    queryFn: ({ signal }) => api.leaderboard(question, signal),
    placeholderData: keepPreviousData,
    refetchInterval: pollInterval(LEADERBOARD_REFRESH_MS, intervalSeconds),
  })
}

/** Fetches the place of the account; without an account, only the number of ranked accounts. */
export function useOwnRank(
  question: LeaderboardQuery,
  account: Address | null,
): UseQueryResult<OwnRank> {
  const api = useGameApi()
  const { intervalSeconds } = useMarketConfig()
  return useQuery({
    queryKey: [...leaderboardKeys.rank(question, account), ...reachKey(api)],
    queryFn: ({ signal }) => api.leaderboardRank({ ...question, account }, signal),
    refetchInterval: pollInterval(LEADERBOARD_REFRESH_MS, intervalSeconds),
  })
}
