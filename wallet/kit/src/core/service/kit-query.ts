import type { QueryClient } from '@tanstack/react-query'

export type KitQueryContext = { client: QueryClient; signal: AbortSignal }

/** Options of a TanStack Query query, for hooks and for `QueryClient.fetchQuery`. */
export type KitQuery<Value> = {
  queryKey: readonly unknown[]
  queryFn: (context: KitQueryContext) => Promise<Value>
  /** Milliseconds; 0 by default. */
  staleTime?: number
  /** Milliseconds that unused data is kept. Five minutes by default. */
  gcTime?: number
  /** `retryUnlessRefused` by default. */
  retry?: false | ((failureCount: number, error: Error) => boolean)
}
