import { retryDelay, shouldRetry } from '@bullring/wire/http/retry-policy'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import { logFailure } from '#api/log-failure.ts'

/** A view that mounts within this time after a fetch reuses its result. */
const FRESH_MS = 2_000

/**
 * Creates the query cache. `networkMode` is "always" because the game may run on the visitor's own
 * machine, where it responds even though the browser is offline; refetching on reconnect must then be
 * switched on explicitly.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { queryKey }) => logFailure(`${queryKey[0]} not loaded`, error),
    }),
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
