import { startAnvil } from '@bullring/stack/chain/anvil'
import type { Page } from '@playwright/test'
import { type CatalogueProxy, startCatalogueProxy } from '../stack/catalogue-proxy.ts'
import type { WalletChains } from '../wallet/test-wallet.ts'
import { serveKitExample } from './kit-example.ts'

/** The wallet kit's example page with a local chain and a catalogue that can fail. */
export type KitWithCatalogue = {
  /** The page's chain, for wallets. */
  chains: WalletChains
  rpcUrl: string
  catalogue: CatalogueProxy
  /** Opens the example page. */
  open: (page: Page, query?: KitQuery) => Promise<void>
  stop: () => Promise<void>
}

type KitQuery = {
  theme?: 'light' | 'dark'
  /** URL of a WalletConnect relay. Without it there is no WalletConnect. */
  relay?: string
  /** Whether the page has a button that requests a signature. */
  sign?: boolean
  /** Options of `createWalletKit` besides the catalogue. */
  options?: Readonly<Record<string, unknown>>
}

/** Chain that the example page is configured for. */
const CHAIN_ID = 56

/** Starts the example page, a chain and the catalogue. */
export async function startKitWithCatalogue(): Promise<KitWithCatalogue> {
  const [anvil, catalogue, example] = await Promise.all([
    startAnvil({ chainId: CHAIN_ID, blockSeconds: null }),
    startCatalogueProxy(),
    serveKitExample(),
  ])
  return {
    chains: { nodes: { [CHAIN_ID]: anvil.rpcUrl }, known: [CHAIN_ID] },
    rpcUrl: anvil.rpcUrl,
    catalogue,
    open: async (page, { theme = 'light', relay, sign = false, options = {} } = {}) => {
      const query = new URLSearchParams({
        theme,
        rpc: anvil.rpcUrl,
        ...(relay !== undefined && { relay }),
        ...(sign && { sign: '' }),
        options: JSON.stringify({ catalogueUrl: catalogue.url, ...options }),
      })
      await page.goto(`${example.url}/?${query}`)
    },
    stop: async () => {
      example.stop()
      await catalogue.stop()
      await anvil.child.stop(1_000)
    },
  }
}
