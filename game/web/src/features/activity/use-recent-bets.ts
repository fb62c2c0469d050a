import { queryOptions, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type GameApi, useGameApi } from '#api/game-api.ts'
import type { RecentBet } from '#api/trade/recent-bet.ts'

/** Bets on the list. */
const SHOWN_BETS = 30

/** Live events announce new bets. This is for a page whose events do not arrive. */
const REFRESH_MS = 15_000

export const activityKeys = { bets: ['activity', 'bets'] as const }

const recentBetsQuery = (api: GameApi) =>
  queryOptions({
    queryKey: activityKeys.bets,
    queryFn: ({ signal }) => api.recentBets(SHOWN_BETS, signal),
  })

/** The newest bets of all accounts, newest first. */
export function useRecentBets(): UseQueryResult<RecentBet[]> {
  return useQuery({ ...recentBetsQuery(useGameApi()), refetchInterval: REFRESH_MS })
}
