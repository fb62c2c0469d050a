import { useEffect, useState, useSyncExternalStore } from 'react'
import type { CatalogueClient } from '#core/wallets/catalogue-client.ts'
import {
  createWalletPages,
  type WalletFilter,
  type WalletPages,
} from '#core/wallets/wallet-pages.ts'
import { useConnectParts } from '#react/connect-parts.ts'
import { useKit } from '#react/kit-context.ts'

/** Spec, section 9: a search waits until nothing was typed for half a second. */
const DEBOUNCE_MS = 500

/** The catalogue page by page, from the first one on. */
export function useWalletPages(client: CatalogueClient) {
  const { options, alerts } = useKit()
  const { catalogue } = useConnectParts()
  const [pages] = useState(() => {
    const { featured, recommended } = catalogue.getState()
    const shownIds = [...featured, ...recommended].map(({ id }) => id)
    return createWalletPages({
      client,
      includeIds: options.includeWalletIds,
      excludeIds: options.excludeWalletIds,
      hiddenIds: [...shownIds, ...options.excludeWalletIds],
      onError: alerts.showFor,
    })
  })
  useEffect(() => {
    pages.loadMore()
    return pages.stop
  }, [pages])
  const state = useSyncExternalStore(pages.subscribe, pages.getState, pages.getState)
  return { pages, state }
}

/** Applies what is typed and switched once the visitor pauses; a switch applies at once. */
export function useFilter(pages: WalletPages, filter: WalletFilter): void {
  const { events } = useKit()
  const { search, isCertified } = filter
  useEffect(() => {
    const applied = pages.getState().filter
    const text = search.trim().length < 2 ? '' : search.trim()
    if (applied.search === text && applied.isCertified === isCertified) return
    const apply = () => {
      pages.setFilter({ search: text, isCertified })
      const badge = isCertified ? 'certified' : ''
      events.emit({ event: 'SEARCH_WALLET', properties: { badge, search: text } })
    }
    const timer = setTimeout(apply, applied.isCertified === isCertified ? DEBOUNCE_MS : 0)
    return () => clearTimeout(timer)
  }, [pages, events, search, isCertified])
}
