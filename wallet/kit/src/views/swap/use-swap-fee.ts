import { useQuery } from '@tanstack/react-query'
import { swapFeeQuery } from '#core/swap/swap-queries.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useKitAccount } from '#react/account/use-kit-account.ts'
import { useKit } from '#react/kit-context.ts'

/** Returns the highest fee of a swap in wei; null while unknown. */
export function useSwapFee(): bigint | null {
  const { queryClient } = useKit()
  const { chain } = useAccountDeps()
  const chainId = useKitAccount()?.network?.id ?? null
  const { data } = useQuery<bigint | null>(
    chainId === null
      ? { queryKey: ['swap', 'fee', null], queryFn: () => null }
      : swapFeeQuery(chain, chainId),
    queryClient,
  )
  return data ?? null
}
