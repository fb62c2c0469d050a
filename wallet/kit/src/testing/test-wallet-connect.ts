import { createConnector } from 'wagmi'

/** Pairing link of the fake relay. */
export const TEST_PAIRING_URI = 'wc:0011@2?relay-protocol=irn&symKey=22'

/**
 * Creates a WalletConnect connector without a relay that provides its link immediately.
 *
 * @param respond - Handles the connection on the phone; never responds by default.
 */
export function testWalletConnect(respond = () => new Promise<never>(() => undefined)) {
  return createConnector((config) => ({
    id: 'walletConnect',
    name: 'WalletConnect',
    type: 'walletConnect',
    connect: () => {
      config.emitter.emit('message', { type: 'display_uri', data: TEST_PAIRING_URI })
      return respond()
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
