import type { CatalogueWallet } from '@bullring/wire/catalogue/get-wallets'
import { isSafeLink } from '#core/deep-links.ts'
import { getLinkOf } from '#core/platforms.ts'
import { fill } from '#core/words.ts'
import { Button } from '#ui/button.tsx'
import { useKit, useWords } from '../../kit-context.ts'
import styles from './connecting-wallet-connect.module.css'
import { WALLET_CONNECT_WORDS } from './wallet-connect-words.ts'

/** Where to get a wallet that the visitor does not have; nothing when there is nowhere. */
export function GetRow({ wallet }: { wallet: CatalogueWallet }) {
  const { device, router } = useKit()
  const words = useWords('walletConnect', WALLET_CONNECT_WORDS)
  const link = getLinkOf(wallet, device())
  if (link === null || (link.kind === 'link' && !isSafeLink(link.url))) return null
  const onGet = () => {
    if (link.kind === 'downloads') router.push('Downloads', { wallet })
    else window.open(link.url, '_blank', 'noreferrer noopener')
  }
  return (
    <div className={styles['get']}>
      <span>{fill(words.dontHave, { name: wallet.name })}</span>
      <Button tone="quiet" onClick={onGet}>
        {words.get}
      </Button>
    </div>
  )
}
