import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useGameApi } from '#api/game-api.ts'
import type { LeaderboardQuery, Standing } from '#api/leaderboard.ts'
import { useMarketConfig } from '#api/market-config.ts'
import { pollInterval } from '#api/poll-interval.ts'

/** Ranks change when a round is settled; live events refresh them sooner. */
const LEADERBOARD_REFRESH_MS = 60_000

/** Query keys of the leaderboard. */
export const leaderboardKeys = {
  all: ['leaderboard'] as const,
  of: ({ window, rankBy }: LeaderboardQuery) => ['leaderboard', window, rankBy] as const,
}

/** Fetches the best accounts; keeps the previous ones until the next response. */
export function useLeaderboard(question: LeaderboardQuery): UseQueryResult<Standing[]> {
  const api = useGameApi()
  const { intervalSeconds } = useMarketConfig()
  return useQuery({
    queryKey: leaderboardKeys.of(question),
    queryFn: ({ signal }) => api.leaderboard(question, signal),
    placeholderData: keepPreviousData,
    refetchInterval: pollInterval(LEADERBOARD_REFRESH_MS, intervalSeconds),
  })
}
