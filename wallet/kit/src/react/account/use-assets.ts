import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type AssetList, assetsQuery } from '#core/account/assets.ts'
import { useKit, useMessages } from '../kit-context.ts'
import { useAccountDeps } from './account-deps.ts'
import { ASSET_MESSAGES } from './asset-messages.ts'
import { useKitAccount } from './use-kit-account.ts'

/** Balances are read again this often while a view shows them. */
const REFRESH_MS = 10_000

const NONE: AssetList = { assets: [], isComplete: true }

/** Loads the coin and tokens of the connected account. Shows a toast if its tokens cannot be loaded. */
export function useAssets(): UseQueryResult<AssetList> {
  const { toasts } = useKit()
  const messages = useMessages('assets', ASSET_MESSAGES)
  const query = useAssetList()
  const isMissing = query.error !== null || query.data?.isComplete === false
  useEffect(() => {
    if (isMissing) toasts.show('error', messages.unavailable)
  }, [isMissing, toasts, messages.unavailable])
  return query
}

/** Loads the coin and tokens of the connected account. */
export function useAssetList(): UseQueryResult<AssetList> {
  const { options, queryClient } = useKit()
  const deps = useAccountDeps()
  const account = useKitAccount()
  return useQuery(
    account === null || account.network === null
      ? { queryKey: ['assets', null], queryFn: () => NONE }
      : {
          ...assetsQuery({ ...deps, tokens: options.tokens }, account.address, account.network),
          refetchInterval: REFRESH_MS,
        },
    queryClient,
  )
}
