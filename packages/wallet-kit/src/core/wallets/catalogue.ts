import type { GetWalletsResponse } from '@bullring/wire/catalogue/get-wallets'
import type { ResolvedOptions } from '#core/options.ts'
import { createStore, type Store } from '#core/store.ts'
import type { CatalogueClient, WalletQuery } from './catalogue-client.ts'
import type { CatalogueLists } from './wallet-list.ts'

/** Spec, section 9: recommended wallets are fetched in fours. */
const RECOMMENDED_ENTRIES = 4

export type CatalogueState = CatalogueLists & {
  /** `off`: the app has named no catalogue. */
  status: 'off' | 'idle' | 'loading' | 'ready' | 'failed'
  /** Wallets in the catalogue, featured ones included. */
  count: number
}

/** The catalogue's part in the Connect view: loaded once, in the background. */
export type Catalogue = Store<CatalogueState> & {
  /** Starts loading unless it is under way or done. Never throws: see `status`. */
  load: () => Promise<void>
}

type CatalogueParts = {
  client: CatalogueClient | null
  options: Pick<ResolvedOptions, 'featuredWalletIds' | 'includeWalletIds' | 'excludeWalletIds'>
  /** Hears of failures, for the alert bar. */
  onError: (error: unknown) => void
}

export function createCatalogue({ client, options, onError }: CatalogueParts): Catalogue {
  const store = createStore<CatalogueState>({
    status: client === null ? 'off' : 'idle',
    featured: [],
    recommended: [],
    excluded: [],
    included: null,
    count: 0,
  })
  return {
    ...store,
    load: async () => {
      const { status } = store.getState()
      if (client === null || status === 'loading' || status === 'ready') return
      store.setState({ status: 'loading' })
      try {
        store.setState({ ...(await fetchLists(client, options)), status: 'ready' })
      } catch (error) {
        store.setState({ status: 'failed' })
        onError(error)
      }
    },
  }
}

async function fetchLists(client: CatalogueClient, options: CatalogueParts['options']) {
  const { featuredWalletIds, includeWalletIds, excludeWalletIds } = options
  const byIds = (ids: readonly string[]) => (ids.length === 0 ? NONE : client.getWallets(all(ids)))
  const [featured, excluded, included, recommended] = await Promise.all([
    byIds(featuredWalletIds),
    byIds(excludeWalletIds),
    byIds(includeWalletIds),
    client.getWallets({
      page: 1,
      entries: RECOMMENDED_ENTRIES,
      include: includeWalletIds,
      exclude: [...excludeWalletIds, ...featuredWalletIds],
    }),
  ])
  return {
    featured: featured.data,
    excluded: excluded.data,
    included: includeWalletIds.length === 0 ? null : included.data,
    recommended: recommended.data,
    count: recommended.count + featured.count,
  }
}

const NONE: GetWalletsResponse = { data: [], count: 0 }

function all(ids: readonly string[]): WalletQuery {
  return { page: 1, entries: ids.length, include: ids }
}
