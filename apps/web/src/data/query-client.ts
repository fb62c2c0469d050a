import { retryDelay, shouldRetry } from '@bullring/wire/http/retry-policy'
import { QueryClient } from '@tanstack/react-query'

/** A view that mounts within this time after a fetch reuses its result. */
const FRESH_MS = 2_000

/**
 * Creates the query cache. `networkMode` is "always" because the game may run on the visitor's own
 * machine, where it responds even though the browser is offline; refetching on reconnect must then be
 * switched on explicitly.
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
