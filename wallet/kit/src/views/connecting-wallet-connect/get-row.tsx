import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import { fill } from '@bullring/wire/text/fill'
import { isSafeLink } from '#core/connect/deep-links.ts'
import { getLinkOf } from '#core/connect/platforms.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { openLink } from '#ui/button/open-link.ts'
import styles from './connecting-wallet-connect.module.css'
import { WALLET_CONNECT_MESSAGES } from './wallet-connect-messages.ts'

/** Links to a place to get the wallet. Renders nothing if there is none. */
export function GetRow({ wallet }: { wallet: CatalogueWallet }) {
  const { device, router } = useKit()
  const messages = useMessages('walletConnect', WALLET_CONNECT_MESSAGES)
  const link = getLinkOf(wallet, device())
  if (link === null || (link.kind === 'link' && !isSafeLink(link.url))) return null
  const getWallet = () => {
    if (link.kind === 'downloads') router.push('Downloads', { wallet })
    else openLink(link.url)
  }
  return (
    <div className={styles['get']}>
      <span>{fill(messages.dontHave, { name: wallet.name })}</span>
      <Button tone="quiet" onClick={getWallet}>
        {messages.get}
      </Button>
    </div>
  )
}
