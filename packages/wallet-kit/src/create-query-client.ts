import { retryDelay } from '@bullring/wire/http/retry-policy'
import { QueryClient } from '@tanstack/react-query'
import { retryUnlessRefused } from '#core/service/refusal.ts'

/** Creates the kit's own TanStack Query client, so that an app needs no provider for it. */
export function createKitQueryClient(): QueryClient {
  return new QueryClient({
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
