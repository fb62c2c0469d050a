import { toCaipNetworkId } from '@bullring/wire/caip-ids'
import { useQuery } from '@tanstack/react-query'
import { supportedChainsQuery } from '#core/account/account-queries.ts'
import { useKit } from '../kit-context.ts'
import { useAccountDeps } from './account-deps.ts'

/** Returns false where the wallet service is known to have no history of a chain, or there is no service. */
export function useHasHistory(chainId: number): boolean {
  const { options, queryClient } = useKit()
  const { service } = useAccountDeps()
  const isOff = service === null || !options.features.history
  const { data } = useQuery(
    isOff
      ? { queryKey: ['supportedChains', null], queryFn: () => null }
      : supportedChainsQuery(service),
    queryClient,
  )
  if (isOff) return false
  return data?.history?.includes(toCaipNetworkId(chainId)) ?? true
}
