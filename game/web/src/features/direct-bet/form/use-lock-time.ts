import type { Epoch, UnixSeconds } from '@bullring/prediction/units'
import { skipToken, useQuery } from '@tanstack/react-query'
import { useGameApi } from '#api/game-api.ts'

/** Returns when the open round locks; null while unknown. */
export function useLockTime(open: Epoch | null): UnixSeconds | null {
  const api = useGameApi()
  const { data } = useQuery({
    queryKey: ['direct-bet', 'lock-time', `${open}`],
    queryFn:
      open === null
        ? skipToken
        : async ({ signal }) => (await api.round(open, signal)).times.lockTimestamp,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data ?? null
}
