import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import type { Route } from '#core/modal/views.ts'
import { connectorOf } from '#core/wallets/wallet-match.ts'
import type { ConnectorDescriptor } from './connections.ts'

/**
 * Returns the view that connects a wallet.
 *
 * @param wallet - A wallet of the catalogue, or an identifier: a connector's id or uid, a reverse domain
 *   name, or an id of the catalogue.
 */
export function routeToWallet(
  wallet: CatalogueWallet | string,
  connectors: readonly ConnectorDescriptor[],
): Route {
  const connector =
    typeof wallet === 'string'
      ? connectors.find(({ id, rdns, uid }) => [id, rdns, uid].includes(wallet))
      : connectorOf(wallet, connectors)
  if (connector?.type === 'WALLET_CONNECT') {
    return { view: 'ConnectingWalletConnect', data: { wallet: null } }
  }
  // The embedded wallet needs a login first.
  if (connector?.type === 'AUTH') return { view: 'Connect', data: undefined }
  if (connector !== undefined) {
    return { view: 'ConnectingExternal', data: { connectorUid: connector.uid } }
  }
  const data = typeof wallet === 'string' ? { walletId: wallet } : { wallet }
  return { view: 'ConnectingWalletConnect', data }
}
