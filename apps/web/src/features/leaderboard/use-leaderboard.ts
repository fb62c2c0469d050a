import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useAppConfig } from '#api/app-config.ts'
import { useGameApi } from '#api/game-api.ts'
import type { LeaderboardQuestion, Standing } from '#api/leaderboard.ts'
import { pollInterval } from '#api/poll-interval.ts'

/** Places change when a round is settled. */
const LEADERBOARD_REFRESH_MS = 60_000

export const leaderboardKeys = {
  all: ['leaderboard'] as const,
  of: ({ window, rankBy }: LeaderboardQuestion) => ['leaderboard', window, rankBy] as const,
}

/** The best accounts; those of the last question stay on screen until the next answer. */
export function useLeaderboard(question: LeaderboardQuestion): UseQueryResult<Standing[]> {
  const api = useGameApi()
  const { intervalSeconds } = useAppConfig().markets.BNB
  return useQuery({
    queryKey: leaderboardKeys.of(question),
    queryFn: ({ signal }) => api.leaderboard(question, signal),
    placeholderData: keepPreviousData,
    refetchInterval: pollInterval(LEADERBOARD_REFRESH_MS, intervalSeconds),
  })
}
