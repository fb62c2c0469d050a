import { useQuery } from '@tanstack/react-query'
import { getSolanaBalance } from '#core/solana/solana-requests.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useConnectionState, useKit } from '#react/kit-context.ts'
import { loadEmbeddedWallet } from '#react/login/embedded-wallet.ts'
import { useSolanaChain } from '#react/network/use-solana-chain.ts'

/** Balances are read again this often while a view shows them. */
const REFRESH_MS = 10_000

/** Prefix of the queries for balances on Solana. */
export const SOLANA_BALANCE_KEY = ['solana', 'balance'] as const

/** Returns the account of the embedded wallet on Solana. `chainId` is null when no cluster is configured. */
export function useSolanaAccount() {
  const kit = useKit()
  const { service } = useAccountDeps()
  const chainId = useSolanaChain()
  const { address: login } = useConnectionState().connection
  const account = useQuery(
    {
      queryKey: ['solana', 'address', chainId, login],
      enabled: Boolean(chainId),
      queryFn: async () =>
        chainId ? (await loadEmbeddedWallet(kit)).getSolanaAddress(chainId) : null,
      staleTime: Number.POSITIVE_INFINITY,
    },
    kit.queryClient,
  )
  const address = account.data ?? null
  const balance = useQuery(
    {
      queryKey: [...SOLANA_BALANCE_KEY, chainId, address],
      enabled: Boolean(chainId) && address !== null && service !== null,
      queryFn: async () =>
        chainId && address !== null && service !== null
          ? getSolanaBalance(service, chainId, address)
          : null,
      refetchInterval: REFRESH_MS,
    },
    kit.queryClient,
  )
  return { chainId, address, balance, isFailed: account.isError, retry: account.refetch }
}
