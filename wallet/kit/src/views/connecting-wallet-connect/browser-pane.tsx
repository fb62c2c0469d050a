import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import { fill } from '@bullring/wire/text/fill'
import { useConnectDeps } from '#react/connect/connect-deps.ts'
import { InstalledPane } from '#react/connect/installed-pane.tsx'
import { useMessages } from '#react/kit-context.ts'
import { ConnectingPane } from '#ui/connecting-pane.tsx'
import { WALLET_CONNECT_MESSAGES } from './wallet-connect-messages.ts'

type BrowserPaneProps = { wallet: CatalogueWallet; connectorUid: string }

/** Connects a wallet that is `window.ethereum` but has not announced itself (EIP-6963). */
export function BrowserPane({ wallet, connectorUid }: BrowserPaneProps) {
  const { client } = useConnectDeps()
  const image = client?.imageOf(wallet) ?? null
  return <InstalledPane connectorUid={connectorUid} name={wallet.name} image={image} />
}

/** Shows that the wallet is an extension that is not installed. */
export function UnsupportedPane({ wallet }: { wallet: CatalogueWallet }) {
  const { client } = useConnectDeps()
  const messages = useMessages('walletConnect', WALLET_CONNECT_MESSAGES)
  return (
    <ConnectingPane
      name={wallet.name}
      image={client?.imageOf(wallet) ?? null}
      isWaiting={false}
      isFailed={false}
      title={messages.notDetected}
      detail={fill(messages.notDetectedText, { name: wallet.name })}
    />
  )
}
