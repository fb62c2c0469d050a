import { findSolanaChain } from '@bullring/wallet-api/blockchain-api/solana-rpc'
import type { SolanaChainId } from '@bullring/wire/caip-fields'
import { useQuery } from '@tanstack/react-query'
import { supportedChainsQuery } from '#core/account/account-queries.ts'
import { useAccountDeps } from '../account/account-deps.ts'
import { useKit } from '../kit-context.ts'

/** Returns the Solana cluster that the wallet service serves; null without one, undefined while it is unknown. */
export function useSolanaChain(): SolanaChainId | null | undefined {
  const { queryClient } = useKit()
  const { service } = useAccountDeps()
  const query =
    service === null
      ? { queryKey: ['solana', 'none'], queryFn: () => Promise.resolve({ http: [], ws: [] }) }
      : supportedChainsQuery(service)
  const { data, isError } = useQuery(query, queryClient)
  if (isError) return null
  return data && findSolanaChain(data)
}
