import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { uniqueById } from '#core/unique-by-id.ts'
import type { WalletCatalogueClient } from '#core/wallets/wallet-catalogue-client.ts'
import { effectiveFilter, NO_FILTER, type WalletFilter } from '#core/wallets/wallet-filter.ts'
import { walletPagesQuery } from '#core/wallets/wallet-queries.ts'
import { useLoadedCatalogue } from '#react/connect/use-wallet-catalogue.ts'
import { useKit } from '#react/kit-context.ts'

/** R-WALLETS-8. */
const DEBOUNCE_MS = 500

export type WalletPages = {
  status: 'loading' | 'ready' | 'failed'
  wallets: readonly CatalogueWallet[]
  hasMore: boolean
  loadMore: () => void
  retry: () => void
}

/** Loads the catalogue page by page, or the wallets that match `filter`. */
export function useWalletPages(client: WalletCatalogueClient, filter: WalletFilter): WalletPages {
  const { options, queryClient } = useKit()
  const { featured, recommended } = useLoadedCatalogue()
  // Wallets of lists that load later are left out when they are shown.
  const [pageOptions] = useState(() => ({
    includeIds: options.includeWalletIds,
    excludeIds: options.excludeWalletIds,
    hiddenIds: [...[...featured, ...recommended].map(({ id }) => id), ...options.excludeWalletIds],
  }))
  const query = useInfiniteQuery(walletPagesQuery(client, pageOptions, filter), queryClient)
  const { data, isFetching, isError, hasNextPage, fetchNextPage, refetch } = query
  const loadMore = () => {
    if (!isFetching) void fetchNextPage()
  }
  return {
    status: isFetching ? 'loading' : isError ? 'failed' : 'ready',
    wallets: uniqueById((data?.pages ?? []).flatMap((page) => page.data)),
    hasMore: hasNextPage,
    loadMore,
    retry: data === undefined ? () => void refetch() : loadMore,
  }
}

/** Returns the filter to apply: what is typed takes effect after a pause, a switch at once. */
export function useAppliedFilter({ search, isCertified }: WalletFilter): WalletFilter {
  const { events } = useKit()
  const [applied, setApplied] = useState(NO_FILTER)
  useEffect(() => {
    const next = effectiveFilter({ search, isCertified })
    if (applied.search === next.search && applied.isCertified === isCertified) return
    const apply = () => {
      setApplied(next)
      const badge = isCertified ? 'certified' : ''
      events.emit({ event: 'SEARCH_WALLET', properties: { badge, search: next.search } })
    }
    const timer = setTimeout(apply, applied.isCertified === isCertified ? DEBOUNCE_MS : 0)
    return () => clearTimeout(timer)
  }, [applied, events, search, isCertified])
  return applied
}
