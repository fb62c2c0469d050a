import { retryDelay } from '@bullring/wire/http/retry-policy'
import { QueryCache, QueryClient } from '@tanstack/react-query'
import type { Log } from '#core/log.ts'
import { retryUnlessRefused } from '#core/service/refusal.ts'

/** Creates the kit's own TanStack Query client, so that an app needs no provider for it. */
export function createKitQueryClient(log?: Log): QueryClient {
  return new QueryClient({
    queryCache: new QueryCache({
      // Neither key nor message: both may contain addresses.
      onError: ({ name }, { queryKey }) =>
        log?.('warn', 'request failed', { request: queryKey[0], error: name }),
    }),
    defaultOptions: {
      queries: {
        // Without a provider nothing resumes paused queries: report a failure instead.
        networkMode: 'always',
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        retry: retryUnlessRefused,
        retryDelay,
      },
    },
  })
}
