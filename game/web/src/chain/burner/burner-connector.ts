import type { Address, Chain } from 'viem'
import { createConnector } from 'wagmi'
import type { PageStorage } from '#browser/open-storage.ts'
import type { BurnerProvider } from './burner-provider.ts'

export const BURNER_CONNECTOR_ID = 'bullring.burner'

/** A wallet in the amber of the game. */
const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="-5 -5 26 26"><path fill="#fcf0da" d="M-5-5h26v26H-5Z"/><path fill="none" stroke="#854800" stroke-width="1.3" stroke-linecap="round" stroke-linejoin="round" d="M2.5 5.5h10a1 1 0 0 1 1 1v6a1 1 0 0 1-1 1h-9a1 1 0 0 1-1-1Zm0 0 8-3v3M11 9.5h.1"/></svg>',
)}`

/** Keeps the visitor connected across reloads. */
type StorageItem = { 'burner.connected': true }

/**
 * Creates the connector of the burner wallet. The code that signs is loaded on first use: most visitors
 * have their own wallet.
 */
export function burnerConnector(chain: Chain, storage: PageStorage) {
  let signer: Promise<BurnerProvider> | undefined
  const load = async () => {
    const { createBurnerProvider } = await import('./burner-provider.ts')
    return createBurnerProvider(chain, storage)
  }
  // wagmi gets every connector's provider at startup, so this one loads its code on the first request.
  const provider: BurnerProvider = {
    request: async (call) => {
      signer ??= load()
      return (await signer).request(call)
    },
  }

  return createConnector<BurnerProvider, Record<string, unknown>, StorageItem>((config) => ({
    id: BURNER_CONNECTOR_ID,
    name: 'Play money wallet',
    icon: ICON,
    type: 'burner',
    async connect() {
      const accounts = await this.getAccounts()
      await config.storage?.setItem('burner.connected', true)
      // wagmi derives this type from a runtime flag. Its own connectors cast, too.
      return { accounts: accounts as never, chainId: chain.id }
    },
    async disconnect() {
      await config.storage?.removeItem('burner.connected')
    },
    async getAccounts() {
      // Our provider returns checksummed addresses.
      return (await provider.request({ method: 'eth_accounts' })) as readonly Address[]
    },
    getChainId: () => Promise.resolve(chain.id),
    getProvider: () => Promise.resolve(provider),
    async isAuthorized() {
      return (await config.storage?.getItem('burner.connected')) === true
    },
    // Key and chain never change while the page is open.
    onAccountsChanged: () => undefined,
    onChainChanged: () => undefined,
    onDisconnect: () => config.emitter.emit('disconnect'),
  }))
}
