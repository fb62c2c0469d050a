import { useQuery } from '@tanstack/react-query'
import { type BuyOffer, offerOn } from '#core/buy/buy-offer.ts'
import { buyOptionsQuery } from '#core/buy/buy-queries.ts'
import { useKit } from '../kit-context.ts'
import { useAccountDeps } from './account-deps.ts'
import { useKitAccount } from './use-kit-account.ts'

/** Loads what can be bought on the wallet's network. */
export function useBuyOffer(): {
  /** Null where nothing can be bought; undefined while unknown. */
  offer: BuyOffer | null | undefined
  error: Error | null
  retry: () => void
} {
  const { options, queryClient } = useKit()
  const { service } = useAccountDeps()
  const network = useKitAccount()?.network ?? null
  const { onramp } = options.features
  const isOff = service === null || network === null || !onramp
  const { data, error, refetch } = useQuery(
    isOff ? { queryKey: ['buy', 'options', null], queryFn: () => null } : buyOptionsQuery(service),
    queryClient,
  )
  const retry = () => void refetch()
  if (isOff || data === null) return { offer: null, error: null, retry }
  return { offer: data && offerOn(data, network.id), error, retry }
}
