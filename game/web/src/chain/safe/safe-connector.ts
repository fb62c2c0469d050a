import type { Address } from 'viem'
import { createConnector } from 'wagmi'
import type { SafeInfo } from './safe-info.ts'
import type { SafeProvider } from './safe-provider.ts'

/** Creates the connector of the Safe that has opened the page. It connects without a click. */
export function safeConnector(provider: SafeProvider, readInfo: () => Promise<SafeInfo>) {
  return createConnector<SafeProvider>((config) => ({
    id: 'safe',
    name: 'Safe',
    type: 'safe',
    async connect() {
      const accounts = await this.getAccounts()
      // wagmi derives this type from a runtime flag. Its own connectors cast, too.
      return { accounts: accounts as never, chainId: await this.getChainId() }
    },
    disconnect: () => Promise.resolve(),
    getAccounts: async (): Promise<readonly Address[]> => [(await readInfo()).safeAddress],
    getChainId: async () => (await readInfo()).chainId,
    getProvider: () => Promise.resolve(provider),
    isAuthorized: () =>
      readInfo().then(
        () => true,
        () => false,
      ),
    onAccountsChanged: () => undefined,
    onChainChanged: () => undefined,
    onDisconnect: () => config.emitter.emit('disconnect'),
  }))
}
