import { createHash } from 'node:crypto'
import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'

/** Further ids of wallets: earlier entries of the public registry, which were replaced. */
const REPLACED_IDS: readonly (readonly [former: string, current: string])[] = [
  // Base, formerly Coinbase Wallet. Wallet kits of different age name one or the other.
  [
    'd0ca99ff52b99abc48743dad0f7fc891e041be73574f7fac4afe5d4bb83845c8',
    'fd20dc426fb37566d803205b19bbc1d4096b248ac04548e3cfb6b3a38bd033aa',
  ],
]

/** Derives the id of a wallet that the public registry does not list. It never changes. */
export function derivedId({ rdns, homepage }: Pick<CatalogueWallet, 'rdns' | 'homepage'>): string {
  return createHash('sha256')
    .update(rdns ?? homepage ?? '')
    .digest('hex')
}

/**
 * Returns a function from any id by which apps know a wallet to its id in `catalogue`. Other ids are returned
 * unchanged.
 */
export function walletIdResolver(catalogue: readonly CatalogueWallet[]): (id: string) => string {
  const ids = new Map([
    ...catalogue.map((wallet): [string, string] => [derivedId(wallet), wallet.id]),
    ...REPLACED_IDS,
  ])
  const own = new Set(catalogue.map(({ id }) => id))
  return (id) => (own.has(id) ? id : (ids.get(id) ?? id))
}
