import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import { routeToWallet } from '#core/connect/route-to-wallet.ts'
import { useKit } from '../kit-context.ts'

/** Goes to the view that connects a wallet of the catalogue. */
export function useSelectWallet(): (wallet: CatalogueWallet) => void {
  const { router, connections } = useKit()
  return (wallet) => {
    const route = routeToWallet(wallet, connections.getState().connectors)
    if (route.view === 'ConnectingExternal') router.push(route.view, route.data)
    if (route.view === 'ConnectingWalletConnect') router.push(route.view, route.data)
  }
}
