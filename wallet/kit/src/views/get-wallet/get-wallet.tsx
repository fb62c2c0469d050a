import { uniqueById } from '#core/unique-by-id.ts'
import { useConnectDeps } from '#react/connect/connect-deps.ts'
import { useWalletList } from '#react/connect/use-wallet-list.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { WalletImage } from '#ui/image/wallet-image.tsx'
import { ListRow } from '#ui/list/list-row.tsx'
import { RowIcon } from '#ui/list/row-icon.tsx'
import { SkeletonRows } from '#ui/list/row-list.tsx'
import { ScrollList } from '#ui/list/scroll-list.tsx'
import styles from './get-wallet.module.css'
import { GET_WALLET_MESSAGES } from './get-wallet-messages.ts'

/** Maximum number of wallets shown. */
const MAX_WALLETS = 4

/** Suggests a few wallets to visitors without one. */
export function GetWallet() {
  const { router, options } = useKit()
  const { client } = useConnectDeps()
  const { catalogue } = useWalletList()
  const messages = useMessages('getWallet', GET_WALLET_MESSAGES)
  const { featured, recommended, status } = catalogue
  const wallets = uniqueById([...featured, ...options.customWallets, ...recommended])
  const shown = wallets.filter(({ homepage }) => homepage).slice(0, MAX_WALLETS)
  return (
    <ScrollList>
      {shown.map((wallet) => (
        <ListRow
          key={wallet.id}
          image={<WalletImage name={wallet.name} source={client?.imageOf(wallet) ?? null} />}
          title={wallet.name}
          hasArrow
          onClick={() => router.push('Downloads', { wallet })}
        />
      ))}
      {status === 'loading' && <SkeletonRows count={1} />}
      {status === 'off' && shown.length === 0 && <p className={styles['none']}>{messages.none}</p>}
      {client !== null && (
        <ListRow
          image={<RowIcon name="grid" />}
          title={messages.exploreAll}
          hasArrow
          onClick={() => router.push('AllWallets')}
        />
      )}
    </ScrollList>
  )
}
