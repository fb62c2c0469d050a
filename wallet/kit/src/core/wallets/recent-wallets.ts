import {
  type CatalogueWallet,
  GetWalletsResponse,
} from '@bullring/wallet-api/catalogue/get-wallets'
import { parse } from '@bullring/wire/parse'
import type { Persistence } from '#core/persistence.ts'

const KEY = 'recent_wallets'

/** R-WALLETS-6. */
const MAX = 2

/** Wallets that have connected before, most recent first. */
export type RecentWallets = {
  read: () => readonly CatalogueWallet[]
  add: (wallet: CatalogueWallet) => void
}

export function createRecentWallets(persistence: Persistence): RecentWallets {
  const read = () => {
    try {
      const stored = { data: persistence.read(KEY), count: 0 }
      return parse(GetWalletsResponse, stored).data.slice(0, MAX)
    } catch {
      // Never stored, or stored by another version.
      return []
    }
  }
  return {
    read,
    add: (wallet) => {
      const others = read().filter(({ id }) => id !== wallet.id)
      persistence.write(KEY, [wallet, ...others].slice(0, MAX))
    },
  }
}
