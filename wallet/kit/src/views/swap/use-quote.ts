import { useQuery } from '@tanstack/react-query'
import { QUOTE_REFRESH_MS, quoteQuery } from '#core/swap/swap-queries.ts'
import type { Quote, SwapPair } from '#core/swap/swap-requests.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useKit } from '#react/kit-context.ts'

/** Fetches the quote of a swap, and again while it is shown. */
export function useQuote(pair: SwapPair | null): {
  quote: Quote | null
  error: Error | null
  isLoading: boolean
  refetch: () => Promise<unknown>
} {
  const { queryClient } = useKit()
  const { service } = useAccountDeps()
  const { data, error, isLoading, refetch } = useQuery<Quote | null>(
    service === null || pair === null
      ? { queryKey: ['swap', 'quote', null], queryFn: () => null }
      : { ...quoteQuery(service, pair), refetchInterval: QUOTE_REFRESH_MS },
    queryClient,
  )
  return { quote: data ?? null, error, isLoading, refetch }
}
