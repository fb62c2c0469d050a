import { queryOptions, useQuery } from '@tanstack/react-query'
import { type GameApi, useGameApi } from '#api/game-api.ts'
import type { ChainClock } from './chain-clock.ts'
import { useChainClock } from './use-chain-time.ts'

/** A clock drifts by milliseconds in this time. After sleep, focusing the page syncs it. */
const RESYNC_MS = 30_000

export const clockKeys = { sync: ['clock'] as const }

export const clockQuery = (api: GameApi, clock: ChainClock) =>
  queryOptions({
    queryKey: clockKeys.sync,
    queryFn: async ({ signal }) => {
      const sentAtMs = performance.now()
      const health = await api.health(signal)
      clock.sync({
        sentAtMs,
        receivedAtMs: performance.now(),
        serverTime: health.server_time,
        blockTimestamp: health.block_timestamp,
      })
      return health
    },
  })

/** Keeps the chain clock in sync. Use it once per page. */
export function useClockSync(): void {
  useQuery({
    ...clockQuery(useGameApi(), useChainClock()),
    refetchInterval: RESYNC_MS,
    refetchOnWindowFocus: 'always',
  })
}
