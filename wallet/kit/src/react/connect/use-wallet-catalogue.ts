import { useQuery } from '@tanstack/react-query'
import type { CatalogueLists } from '#core/wallets/wallet-list.ts'
import { CATALOGUE_LISTS_KEY, catalogueListsQuery } from '#core/wallets/wallet-queries.ts'
import { useKit } from '../kit-context.ts'
import { useConnectDeps } from './connect-deps.ts'

const NO_LISTS: CatalogueLists = {
  featured: [],
  recommended: [],
  excluded: [],
  included: null,
  count: 0,
}

export type WalletCatalogue = CatalogueLists & {
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
export function useLoadedCatalogue(): CatalogueLists {
  return useKit().queryClient.getQueryData<CatalogueLists>(CATALOGUE_LISTS_KEY) ?? NO_LISTS
}
