import { useQuery } from '@tanstack/react-query'
import { BUY_QUOTE_REFRESH_MS, buyQuoteQuery } from '#core/buy/buy-queries.ts'
import type { BuyOrder, BuyQuote } from '#core/buy/buy-requests.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useKit } from '#react/kit-context.ts'

/** Fetches what an order yields, and again while it is shown. */
export function useBuyQuote(order: BuyOrder | null): {
  quote: BuyQuote | null
  error: Error | null
  isLoading: boolean
} {
  const { queryClient } = useKit()
  const { service } = useAccountDeps()
  const { data, error, isLoading } = useQuery<BuyQuote | null>(
    service === null || order === null
      ? { queryKey: ['buy', 'quote', null], queryFn: () => null }
      : { ...buyQuoteQuery(service, order), refetchInterval: BUY_QUOTE_REFRESH_MS },
    queryClient,
  )
  return { quote: data ?? null, error: data ? null : error, isLoading }
}
