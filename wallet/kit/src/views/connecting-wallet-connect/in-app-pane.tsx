import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import { fill } from '@bullring/wire/text/fill'
import { inAppLink, isSafeLink, linkTarget } from '#core/connect/deep-links.ts'
import { useConnectDeps } from '#react/connect/connect-deps.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { openLink } from '#ui/button/open-link.ts'
import { ConnectingPane } from '#ui/connecting-pane.tsx'
import { WALLET_CONNECT_MESSAGES } from './wallet-connect-messages.ts'

/** Opens the page in the browser of the wallet's app, which announces the wallet. */
export function InAppPane({ wallet }: { wallet: CatalogueWallet }) {
  const { device } = useKit()
  const { client } = useConnectDeps()
  const messages = useMessages('walletConnect', WALLET_CONNECT_MESSAGES)
  const { name } = wallet
  const link = inAppLink(wallet.browser_link ?? '', window.location.href)
  if (!isSafeLink(link)) return <UnreachablePane wallet={wallet} />
  const isFramed = window.self !== window.top
  const target = linkTarget({ isTelegram: device().isTelegram, isFramed })
  return (
    <ConnectingPane
      name={name}
      image={client?.imageOf(wallet) ?? null}
      isWaiting={false}
      isFailed={false}
      title={fill(messages.continueIn, { name })}
      detail={fill(messages.inAppText, { name })}
    >
      <Button onClick={() => openLink(link, target)}>{fill(messages.open, { name })}</Button>
    </ConnectingPane>
  )
}

/** Shown for a wallet that uses another relay, and is no extension of this browser. */
export function UnreachablePane({ wallet }: { wallet: CatalogueWallet }) {
  const { client } = useConnectDeps()
  const messages = useMessages('walletConnect', WALLET_CONNECT_MESSAGES)
  const { name } = wallet
  return (
    <ConnectingPane
      name={name}
      image={client?.imageOf(wallet) ?? null}
      isWaiting={false}
      isFailed={false}
      title={fill(messages.unreached, { name })}
      detail={fill(messages.unreachedText, { name })}
    />
  )
}
