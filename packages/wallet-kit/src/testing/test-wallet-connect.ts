import { createConnector } from 'wagmi'

/** Link that the fake relay gives. */
export const TEST_PAIRING_URI = 'wc:0011@2?relay-protocol=irn&symKey=22'

/**
 * A WalletConnect connector without a relay: it gives its link at once.
 *
 * @param answer - What the phone does; by default it never answers.
 */
export function testWalletConnect(answer = () => new Promise<never>(() => undefined)) {
  return createConnector((config) => ({
    id: 'walletConnect',
    name: 'WalletConnect',
    type: 'walletConnect',
    connect: () => {
      config.emitter.emit('message', { type: 'display_uri', data: TEST_PAIRING_URI })
      return answer()
    },
    disconnect: () => Promise.resolve(),
    getAccounts: () => Promise.resolve([]),
    getChainId: () => Promise.resolve(56),
    getProvider: () => Promise.resolve({}),
    isAuthorized: () => Promise.resolve(false),
    onAccountsChanged: () => undefined,
    onChainChanged: () => undefined,
    onDisconnect: () => undefined,
  }))
}
