import type { GetWalletsResponse } from '@bullring/wallet-api/catalogue/get-wallets'
import type { QueryClient } from '@tanstack/react-query'
import type { ResolvedOptions } from '#core/options.ts'
import type { KitQuery } from '#core/service/kit-query.ts'
import type { WalletCatalogueClient, WalletQuery } from './wallet-catalogue-client.ts'
import { effectiveFilter, isFiltering, type WalletFilter } from './wallet-filter.ts'
import type { CatalogueLists } from './wallet-list.ts'

/** R-WALLETS-9: wallets of one request for featured or recommended ones. */
const LIST_ENTRIES = 4

/** R-WALLETS-7. */
const PAGE_ENTRIES = 40
const SEARCH_ENTRIES = 100

/** Query for one page of the catalogue. Its wallets do not change while a page is open. */
export function walletsQuery(
  client: Pick<WalletCatalogueClient, 'getWallets'>,
  query: WalletQuery,
): KitQuery<GetWalletsResponse> {
  return {
    queryKey: ['wallets', query],
    queryFn: ({ signal }) => client.getWallets(query, signal),
    staleTime: Number.POSITIVE_INFINITY,
  }
}

type ListOptions = Pick<
  ResolvedOptions,
  'featuredWalletIds' | 'includeWalletIds' | 'excludeWalletIds' | 'hasOwnRelay'
>

export const CATALOGUE_LISTS_KEY = ['catalogueLists'] as const

/** Query for the catalogue's part of the Connect view. */
export function catalogueListsQuery(
  client: Pick<WalletCatalogueClient, 'getWallets'>,
  options: ListOptions,
): KitQuery<CatalogueLists> {
  return {
    queryKey: CATALOGUE_LISTS_KEY,
    queryFn: ({ client: queryClient }) => fetchLists(queryClient, client, options),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
    // Each of its requests is retried.
    retry: false,
  }
}

async function fetchLists(
  queryClient: QueryClient,
  client: Pick<WalletCatalogueClient, 'getWallets'>,
  { featuredWalletIds, includeWalletIds, excludeWalletIds, hasOwnRelay }: ListOptions,
): Promise<CatalogueLists> {
  const fetchWallets = (query: WalletQuery) => queryClient.fetchQuery(walletsQuery(client, query))
  const byIds = (ids: readonly string[]) =>
    ids.length === 0 ? NO_WALLETS : fetchWallets({ page: 1, entries: ids.length, include: ids })
  const [featured, excluded, included, recommended] = await Promise.all([
    Promise.all(chunksOf(featuredWalletIds, LIST_ENTRIES).map(byIds)),
    byIds(excludeWalletIds),
    byIds(includeWalletIds),
    fetchWallets({
      page: 1,
      // Few of them can be reached without their relay.
      entries: hasOwnRelay ? PAGE_ENTRIES : LIST_ENTRIES,
      include: includeWalletIds,
      exclude: [...excludeWalletIds, ...featuredWalletIds],
    }),
  ])
  return {
    featured: featured.flatMap(({ data }) => data),
    excluded: excluded.data,
    included: includeWalletIds.length === 0 ? null : included.data,
    recommended: recommended.data,
    count: featured.reduce((sum, { count }) => sum + count, recommended.count),
  }
}

function chunksOf(ids: readonly string[], size: number): (readonly string[])[] {
  return ids.length === 0 ? [] : [ids.slice(0, size), ...chunksOf(ids.slice(size), size)]
}

export const NO_WALLETS: GetWalletsResponse = { data: [], count: 0 }

export type WalletPageOptions = {
  includeIds: readonly string[]
  /** Ids that other lists show already, or that are excluded. */
  hiddenIds: readonly string[]
  /** Excluded ids only: a search also finds what other lists show. */
  excludeIds: readonly string[]
}

/** Infinite query for the catalogue, or for the wallets that match a filter. */
export function walletPagesQuery(
  client: Pick<WalletCatalogueClient, 'getWallets'>,
  options: WalletPageOptions,
  filter: WalletFilter,
) {
  return {
    queryKey: ['walletPages', options, filter] as const,
    queryFn: ({ pageParam: page, signal }: { pageParam: number; signal: AbortSignal }) =>
      client.getWallets(toPageQuery(options, filter, page), signal),
    initialPageParam: 1,
    getNextPageParam: ({ data, count }: GetWalletsResponse, _: unknown, page: number) => {
      const isLast = isFiltering(filter) || data.length === 0 || page * PAGE_ENTRIES >= count
      return isLast ? null : page + 1
    },
    staleTime: Number.POSITIVE_INFINITY,
  }
}

function toPageQuery(options: WalletPageOptions, filter: WalletFilter, page: number): WalletQuery {
  const { includeIds: include, hiddenIds, excludeIds } = options
  if (!isFiltering(filter)) return { page, entries: PAGE_ENTRIES, include, exclude: hiddenIds }
  const applied = effectiveFilter(filter)
  return { page, entries: SEARCH_ENTRIES, include, exclude: excludeIds, ...applied }
}
