import type {
  CatalogueWallet,
  GetWalletsQuery,
  GetWalletsResponse,
} from '@bullring/wire/catalogue/get-wallets'

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
  { include, exclude, search, badge_type, chains }: GetWalletsQuery,
): (wallet: CatalogueWallet) => boolean {
  const included = include && new Set(include)
  const excluded = new Set(exclude)
  const wantedChains = chains?.length ? knownChains(catalogue, chains) : null
  return (wallet) =>
    (included === undefined || included.has(wallet.id)) &&
    !excluded.has(wallet.id) &&
    matchesName(wallet, search) &&
    (badge_type === undefined || (wallet.badge_type ?? 'none') === badge_type) &&
    (wantedChains === null || (wallet.chains ?? []).some((chain) => wantedChains.has(chain)))
}

/**
 * Returns null, no filter, if no wallet lists one of the chains: users can add such a chain, e.g. a local one,
 * to any wallet.
 */
function knownChains(
  catalogue: readonly CatalogueWallet[],
  wanted: readonly string[],
): ReadonlySet<string> | null {
  const known = new Set(catalogue.flatMap(({ chains }) => chains ?? []))
  return wanted.every((chain) => known.has(chain)) ? new Set(wanted) : null
}

function matchesName({ name }: CatalogueWallet, search: string | undefined): boolean {
  return !search || name.toLowerCase().includes(search.toLowerCase())
}

function inSearchOrder(
  wallets: readonly CatalogueWallet[],
  search: string | undefined,
): readonly CatalogueWallet[] {
  if (!search) return wallets
  const begins = ({ name }: CatalogueWallet) => name.toLowerCase().startsWith(search.toLowerCase())
  return [...wallets].sort((a, b) => Number(begins(b)) - Number(begins(a)))
}
