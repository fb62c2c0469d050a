import { useQuery } from '@tanstack/react-query'
import { useAccountDeps } from '../account/account-deps.ts'
import { useKit } from '../kit-context.ts'

/** Returns the chain ids that the wallet has approved; null if it may be asked for any. */
export function useApprovedNetworks(): readonly number[] | null {
  const { queryClient } = useKit()
  const { chain } = useAccountDeps()
  const { data = null } = useQuery(
    { queryKey: ['approvedNetworks'], queryFn: chain.getApprovedNetworks, gcTime: 0 },
    queryClient,
  )
  return data
}
