import type { GetWalletsResponse } from '@bullring/wallet-api/catalogue/get-wallets'
import type { QueryClient } from '@tanstack/react-query'
import type { ResolvedOptions } from '#core/options.ts'
import type { KitQuery } from '#core/service/kit-query.ts'
import { retryUnlessRefused } from '#core/service/refusal.ts'
import type { WalletCatalogueClient, WalletQuery } from './wallet-catalogue-client.ts'
import { effectiveFilter, isFiltering, type WalletFilter } from './wallet-filter.ts'
import type { CatalogueLists } from './wallet-list.ts'

/** R-WALLETS-9. */
const RECOMMENDED_ENTRIES = 4

/** R-WALLETS-7. */
const PAGE_ENTRIES = 40
const SEARCH_ENTRIES = 100

/** Fewer than R-RPC-4: the user is waiting and has a button to retry. */
const RETRY_COUNT = 1

function retryOnce(failureCount: number, error: Error): boolean {
  return failureCount < RETRY_COUNT && retryUnlessRefused(failureCount, error)
}

/** Query for one page of the catalogue. Its wallets do not change while a page is open. */
export function walletsQuery(
  client: Pick<WalletCatalogueClient, 'getWallets'>,
  query: WalletQuery,
): KitQuery<GetWalletsResponse> {
  return {
    queryKey: ['wallets', query],
    queryFn: ({ signal }) => client.getWallets(query, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: retryOnce,
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
    byIds(featuredWalletIds),
    byIds(excludeWalletIds),
    byIds(includeWalletIds),
    fetchWallets({
      page: 1,
      // Few of them can be reached without their relay.
      entries: hasOwnRelay ? PAGE_ENTRIES : RECOMMENDED_ENTRIES,
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
    retry: retryOnce,
  }
}

function toPageQuery(options: WalletPageOptions, filter: WalletFilter, page: number): WalletQuery {
  const { includeIds: include, hiddenIds, excludeIds } = options
  if (!isFiltering(filter)) return { page, entries: PAGE_ENTRIES, include, exclude: hiddenIds }
  const applied = effectiveFilter(filter)
  return { page, entries: SEARCH_ENTRIES, include, exclude: excludeIds, ...applied }
}
