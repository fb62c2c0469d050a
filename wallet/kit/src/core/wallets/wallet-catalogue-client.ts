import {
  type CatalogueWallet,
  GetWalletsResponse,
} from '@bullring/wallet-api/catalogue/get-wallets'
import {
  createWalletService,
  SDK_QUERY,
  type WalletServiceOptions,
} from '#core/service/wallet-service.ts'

/** With its retries (R-RPC-4), a request fails after four times this time. The rest of the modal does not wait. */
const TIMEOUT_MS = 3_000

export type WalletQuery = {
  page: number
  entries: number
  include?: readonly string[]
  exclude?: readonly string[]
  search?: string
  isCertified?: boolean
}

export type WalletCatalogueClient = {
  /**
   * Fetches one page of the wallets that work on the app's networks.
   *
   * @throws what `requestJson` throws.
   */
  getWallets: (query: WalletQuery, signal?: AbortSignal) => Promise<GetWalletsResponse>
  /** Returns the address of a wallet's image; null when it has none. */
  imageOf: (wallet: CatalogueWallet) => string | null
}

type ClientOptions = WalletServiceOptions & {
  /** CAIP-2 ids. */
  chains: readonly string[]
  timeoutMs?: number
}

export function createWalletCatalogueClient(options: ClientOptions): WalletCatalogueClient {
  const { chains, timeoutMs = TIMEOUT_MS } = options
  const { urlOf, request } = createWalletService(options)
  return {
    getWallets: (query, signal) => {
      const url = urlOf('getWallets', { ...toParameters(query, chains), ...SDK_QUERY })
      return request({ url, schema: GetWalletsResponse, timeoutMs, signal })
    },
    imageOf: ({ image_url, image_id }) => {
      if (image_url) return image_url
      return image_id ? urlOf(`getWalletImage/${image_id}`, SDK_QUERY) : null
    },
  }
}

function toParameters(query: WalletQuery, chains: readonly string[]): Record<string, string> {
  const { page, entries, include = [], exclude = [], search = '', isCertified } = query
  return {
    page: `${page}`,
    entries: `${entries}`,
    ...(include.length > 0 && { include: include.join(',') }),
    ...(exclude.length > 0 && { exclude: exclude.join(',') }),
    ...(search !== '' && { search }),
    ...(isCertified === true && { badge_type: 'certified' }),
    chains: chains.join(','),
  }
}
