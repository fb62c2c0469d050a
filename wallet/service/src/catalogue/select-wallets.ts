import type {
  CatalogueWallet,
  GetWalletsQuery,
  GetWalletsResponse,
} from '@bullring/wallet-api/catalogue/get-wallets'

/**
 * Returns one page of the wallets that match the whole query, in the catalogue's order. In a search, names
 * that begin with the term come first.
 */
export function selectWallets(
  catalogue: readonly CatalogueWallet[],
  query: GetWalletsQuery,
): GetWalletsResponse {
  const matches = inSearchOrder(catalogue.filter(filterOf(catalogue, query)), query.search)
  const start = (query.page - 1) * query.entries
  return { data: matches.slice(start, start + query.entries), count: matches.length }
}

function filterOf(
  catalogue: readonly CatalogueWallet[],
  query: GetWalletsQuery,
): (wallet: CatalogueWallet) => boolean {
  const { include, exclude, search, badge_type, chains } = query
  const included = include && new Set(include)
  const excluded = new Set(exclude)
  const isWanted = chains?.length ? chainFilter(catalogue, chains) : null
  return (wallet) =>
    (included === undefined || included.has(wallet.id)) &&
    !excluded.has(wallet.id) &&
    matchesName(wallet, search) &&
    isAnyOf(wallet, query) &&
    (badge_type === undefined || (wallet.badge_type ?? 'none') === badge_type) &&
    (isWanted === null || (wallet.chains ?? []).some(isWanted))
}

/**
 * Returns the chains that satisfy the filter: the wanted ones that any wallet lists. If there is none, as for a local
 * chain, every chain of their namespaces: users can add such a chain to any wallet.
 */
function chainFilter(
  catalogue: readonly CatalogueWallet[],
  wanted: readonly string[],
): (chain: string) => boolean {
  const known = new Set(catalogue.flatMap(({ chains }) => chains ?? []))
  const listed = new Set(wanted).intersection(known)
  if (listed.size > 0) return (chain) => listed.has(chain)
  const namespaces = new Set(wanted.map(namespaceOf))
  return (chain) => namespaces.has(namespaceOf(chain))
}

function namespaceOf(chain: string): string {
  return chain.slice(0, chain.indexOf(':'))
}

function matchesName({ name }: CatalogueWallet, search: string | undefined): boolean {
  return !search || name.toLowerCase().includes(search.toLowerCase())
}

function isAnyOf(wallet: CatalogueWallet, { names, rdns }: GetWalletsQuery): boolean {
  if (names === undefined && rdns === undefined) return true
  return (
    names?.includes(wallet.name.toLowerCase()) === true ||
    rdns?.includes(wallet.rdns?.toLowerCase() ?? '') === true
  )
}

function inSearchOrder(
  wallets: readonly CatalogueWallet[],
  search: string | undefined,
): readonly CatalogueWallet[] {
  if (!search) return wallets
  const begins = ({ name }: CatalogueWallet) => name.toLowerCase().startsWith(search.toLowerCase())
  return [...wallets].sort((a, b) => Number(begins(b)) - Number(begins(a)))
}
