import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Asset } from '#core/account/asset.ts'
import { swapAssets } from '#core/swap/swap-assets.ts'
import { swapTokensQuery } from '#core/swap/swap-queries.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useAssets } from '#react/account/use-assets.ts'
import { useKitAccount } from '#react/account/use-kit-account.ts'
import { useKit } from '#react/kit-context.ts'

/** Loads what can be swapped on the current network, with the account's balances. */
export function useSwapAssets() {
  const { queryClient } = useKit()
  const { service } = useAccountDeps()
  const chainId = useKitAccount()?.network?.id ?? null
  const held = useAssets().data?.assets
  const tokens = useQuery(
    service === null || chainId === null
      ? { queryKey: ['swap', 'tokens', null], queryFn: () => [] }
      : swapTokensQuery(service, chainId),
    queryClient,
  )
  const assets = useMemo((): readonly Asset[] | null => {
    if (tokens.data === undefined || held === undefined || chainId === null) return null
    return swapAssets(tokens.data, held, chainId)
  }, [tokens.data, held, chainId])
  return { assets, error: tokens.error, retry: () => void tokens.refetch() }
}
