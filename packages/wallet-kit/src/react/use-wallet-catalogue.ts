import { useQuery } from '@tanstack/react-query'
import {
  CATALOGUE_LISTS_KEY,
  catalogueListsQuery,
  type WalletCatalogueLists,
} from '#core/wallets/wallet-queries.ts'
import { useConnectDeps } from './connect-deps.ts'
import { useKit } from './kit-context.ts'

const NO_LISTS: WalletCatalogueLists = {
  featured: [],
  recommended: [],
  excluded: [],
  included: null,
  count: 0,
}

export type WalletCatalogue = WalletCatalogueLists & {
  /** `off`: the app has no catalogue. */
  status: 'off' | 'loading' | 'ready' | 'failed'
  retry: () => void
}

/** Loads the catalogue's lists once per page, in the background. */
export function useWalletCatalogue(): WalletCatalogue {
  const { options, queryClient } = useKit()
  const { client } = useConnectDeps()
  const query = useQuery(
    client === null
      ? { queryKey: CATALOGUE_LISTS_KEY, queryFn: () => NO_LISTS, enabled: false }
      : catalogueListsQuery(client, options),
    queryClient,
  )
  const { data = NO_LISTS, isFetching, isError, refetch } = query
  const loaded = isFetching ? 'loading' : isError ? 'failed' : 'ready'
  return { ...data, status: client === null ? 'off' : loaded, retry: () => void refetch() }
}

/** Returns the catalogue's lists as far as they are loaded, and loads nothing. */
export function useLoadedCatalogue(): WalletCatalogueLists {
  return useKit().queryClient.getQueryData<WalletCatalogueLists>(CATALOGUE_LISTS_KEY) ?? NO_LISTS
}
