import { QueryClient } from '@tanstack/react-query'
import { retryDelay, shouldRetry } from '#api/retry.ts'

/** What was asked for this shortly before is not asked for again by a view that has just opened. */
const FRESH_MS = 2_000

/**
 * Defaults of every query. `networkMode` is "always": the game may run on this very machine, where
 * it answers although the browser believes to be offline. With it, asking again once the browser is
 * back online has to be said.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: FRESH_MS,
        retry: shouldRetry,
        retryDelay,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
