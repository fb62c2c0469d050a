import type { CatalogueWallet } from '@bullring/wire/catalogue/get-wallets'
import { createStore, type Store } from '#core/store.ts'
import type { CatalogueClient, WalletQuery } from './catalogue-client.ts'

/** Spec, section 9: pages of 40; a search gives up to 100. */
const PAGE_ENTRIES = 40
const SEARCH_ENTRIES = 100

/** Letters from which on a search makes sense. */
const SEARCH_MIN_LENGTH = 2

export type WalletFilter = { search: string; isCertified: boolean }

export type WalletPagesState = {
  status: 'loading' | 'ready' | 'failed'
  wallets: readonly CatalogueWallet[]
  hasMore: boolean
  /** The list answers this filter. */
  filter: WalletFilter
}

/** The catalogue page by page, or what matches a filter. */
export type WalletPages = Store<WalletPagesState> & {
  /** Loads the next page; nothing while one is loading or none is left. */
  loadMore: () => void
  /** Starts over with a filter. */
  setFilter: (filter: WalletFilter) => void
  /** Asks again for what failed. */
  retry: () => void
  /** Drops what is under way. */
  stop: () => void
}

type PagesParts = {
  client: Pick<CatalogueClient, 'getWallets'>
  includeIds: readonly string[]
  /** Ids that other lists show already, or that are excluded. */
  hiddenIds: readonly string[]
  /** Excluded ids only: a search finds also what other lists show. */
  excludeIds: readonly string[]
  onError: (error: unknown) => void
}

/** A filter is in force from two letters on, or with certified wallets only. */
export function isFiltering({ search, isCertified }: WalletFilter): boolean {
  return search.trim().length >= SEARCH_MIN_LENGTH || isCertified
}

const NO_FILTER: WalletFilter = { search: '', isCertified: false }

export function createWalletPages(parts: PagesParts): WalletPages {
  const store = createStore<WalletPagesState>({
    status: 'ready',
    wallets: [],
    hasMore: true,
    filter: NO_FILTER,
  })
  let page = 0
  let request: AbortController | undefined

  const load = async () => {
    const { filter, wallets } = store.getState()
    const own = new AbortController()
    request = own
    store.setState({ status: 'loading' })
    try {
      const answer = await parts.client.getWallets(queryOf(parts, filter, page + 1), own.signal)
      if (own.signal.aborted) return
      page++
      const all = uniqueById([...wallets, ...answer.data])
      const isLastPage = isFiltering(filter) || answer.data.length === 0
      const hasMore = !isLastPage && page * PAGE_ENTRIES < answer.count
      store.setState({ status: 'ready', wallets: all, hasMore })
    } catch (error) {
      if (own.signal.aborted) return
      store.setState({ status: 'failed' })
      parts.onError(error)
    }
  }
  return {
    ...store,
    loadMore: () => {
      const { status, hasMore } = store.getState()
      if (status === 'ready' && hasMore) void load()
    },
    setFilter: (filter) => {
      request?.abort()
      page = 0
      store.setState({ filter, wallets: [], hasMore: true })
      void load()
    },
    retry: () => void load(),
    stop: () => request?.abort(),
  }
}

function queryOf(parts: PagesParts, filter: WalletFilter, page: number): WalletQuery {
  const { includeIds, hiddenIds, excludeIds } = parts
  const search = filter.search.trim()
  if (!isFiltering(filter)) {
    return { page, entries: PAGE_ENTRIES, include: includeIds, exclude: hiddenIds }
  }
  return {
    page,
    entries: SEARCH_ENTRIES,
    include: includeIds,
    exclude: excludeIds,
    search: search.length >= SEARCH_MIN_LENGTH ? search : '',
    isCertified: filter.isCertified,
  }
}

/** Each wallet once, where it came first. */
export function uniqueById(wallets: readonly CatalogueWallet[]): CatalogueWallet[] {
  const seen = new Set<string>()
  return wallets.filter(({ id }) => !seen.has(id) && seen.add(id))
}
