/** Fewest letters of a search (R-WALLETS-8). */
const SEARCH_MIN_LENGTH = 2

export type WalletFilter = { search: string; isCertified: boolean }

export const NO_FILTER: WalletFilter = { search: '', isCertified: false }

/** Returns the filter to apply: a search that is too short is ignored. */
export function effectiveFilter({ search, isCertified }: WalletFilter): WalletFilter {
  const text = search.trim()
  return { search: text.length < SEARCH_MIN_LENGTH ? '' : text, isCertified }
}

/** True when the filter leaves out some wallets. */
export function isFiltering(filter: WalletFilter): boolean {
  const { search, isCertified } = effectiveFilter(filter)
  return search !== '' || isCertified
}
