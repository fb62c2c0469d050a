import type { Health } from '@bullring/game-api/health'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { type GameApi, useGameApi } from '#api/game-api.ts'
import type { ChainClock } from './chain-clock.ts'
import { useChainClock } from './use-chain-time.ts'

/** A clock drifts by milliseconds in this time. After sleep, focusing the page syncs it. */
const RESYNC_MS = 30_000

/** While the server reads the market's history, its progress arrives with the clock. */
const PROGRESS_MS = 2_000

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
    refetchInterval: ({ state }) => (state.data?.history ? PROGRESS_MS : RESYNC_MS),
    refetchOnWindowFocus: 'always',
  })
}

/** Progress of the server through the market's history. */
export type HistoryProgress = NonNullable<Health['history']>

/** Null once the server has read the history, and before the clock's first sync: {@link useClockSync}. */
export function useHistoryProgress(): HistoryProgress | null {
  const { data } = useQuery({ ...clockQuery(useGameApi(), useChainClock()), enabled: false })
  return data?.history ?? null
}
