import { QueryClient } from '@tanstack/react-query'
import { retryDelay, shouldRetry } from '#api/retry.ts'

/**
 * Defaults of every query. `networkMode` is "always": the game may run on this very machine, where
 * it answers although the browser believes to be offline. With it, asking again once the browser is
 * back online has to be said.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        retry: shouldRetry,
        retryDelay,
        networkMode: 'always',
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
}
