import { useQuery } from '@tanstack/react-query'
import type { Address } from 'viem'
import { getNamesOf } from '#core/names/name-requests.ts'
import type { WalletService } from '#core/service/wallet-service.ts'
import { useKit } from '#react/kit-context.ts'

/** Query key prefix of the names that accounts have. */
export const NAMES_KEY = ['names'] as const

/** R-NAMES-3. */
const NAMES_STALE_MS = 300_000

/** Returns the query of the names that are registered for an account. */
export function useOwnNames(service: WalletService, address: Address) {
  const { queryClient } = useKit()
  return useQuery(
    {
      queryKey: [...NAMES_KEY, address],
      queryFn: ({ signal }: { signal: AbortSignal }) => getNamesOf(service, address, signal),
      staleTime: NAMES_STALE_MS,
    },
    queryClient,
  )
}
