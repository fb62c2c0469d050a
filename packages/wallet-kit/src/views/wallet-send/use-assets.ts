import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type AssetList, assetsQuery } from '#core/account/assets.ts'
import { useAccountDeps } from '#react/account-deps.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { useKitAccount } from '#react/use-kit-account.ts'
import { SEND_MESSAGES } from './send-messages.ts'

const NONE: AssetList = { assets: [], isComplete: true }

/** Loads what the connected account can send. Shows a toast if its tokens cannot be loaded. */
export function useAssets(): UseQueryResult<AssetList> {
  const { options, queryClient, toasts } = useKit()
  const messages = useMessages('send', SEND_MESSAGES)
  const deps = useAccountDeps()
  const account = useKitAccount()
  const query = useQuery(
    account === null || account.network === null
      ? { queryKey: ['assets', null], queryFn: () => NONE }
      : assetsQuery({ ...deps, tokens: options.tokens }, account.address, account.network),
    queryClient,
  )
  const isMissing = query.error !== null || query.data?.isComplete === false
  useEffect(() => {
    if (isMissing) toasts.show('error', messages.unavailable)
  }, [isMissing, toasts, messages.unavailable])
  return query
}
