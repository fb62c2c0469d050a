import {
  hasAllWallets,
  pendingRows,
  type WalletItem,
  walletCountLabel,
} from '#core/wallets/wallet-list.ts'
import { useConnectDeps } from '#react/connect/connect-deps.ts'
import { useSelectWallet } from '#react/connect/use-select-wallet.ts'
import type { WalletList } from '#react/connect/use-wallet-list.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { TextButton } from '#ui/button/text-button.tsx'
import { WalletImage } from '#ui/image/wallet-image.tsx'
import { ListRow, Tag } from '#ui/list/list-row.tsx'
import { RowIcon } from '#ui/list/row-icon.tsx'
import { RowList, SkeletonRows } from '#ui/list/row-list.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { AllWalletsRow } from './all-wallets-row.tsx'
import styles from './connect.module.css'
import { CONNECT_MESSAGES } from './connect-messages.ts'

/** Wallets to connect with. Wallets of the catalogue are added when it has loaded. */
export function WalletRows({ list }: { list: WalletList }) {
  const { options } = useKit()
  const { items, input, catalogue, retry } = list
  const messages = useMessages('connect', CONNECT_MESSAGES)
  const hasAll =
    catalogue.status !== 'off' && hasAllWallets(options, input.connectors, input.isMobile)
  if (items.length === 0 && !hasAll) return <NoWallet />
  const placeholders = catalogue.status === 'loading' ? pendingRows(input) : 0
  return (
    <>
      <RowList>
        {items.map((item) => (
          <li key={keyOf(item)}>
            <WalletRow item={item} />
          </li>
        ))}
        {placeholders > 0 && (
          <li>
            <SkeletonRows count={placeholders} />
          </li>
        )}
        {hasAll && (
          <li>
            <AllWalletsRow tag={<CatalogueTag catalogue={catalogue} />} />
          </li>
        )}
      </RowList>
      {options.hasOwnRelay && options.enableWalletConnect && (
        <p className={styles['ownRelay']}>{messages.ownRelay}</p>
      )}
      {catalogue.status === 'failed' && (
        <div className={styles['failed']} role="status">
          {messages.catalogueFailed}
          <TextButton icon="refresh" onClick={retry}>
            {messages.retry}
          </TextButton>
        </div>
      )}
    </>
  )
}

function WalletRow({ item }: { item: WalletItem }) {
  const { router } = useKit()
  const { client } = useConnectDeps()
  const select = useSelectWallet()
  const messages = useMessages('connect', CONNECT_MESSAGES)
  if (item.kind === 'wallet') {
    const { wallet } = item
    return (
      <ListRow
        image={<WalletImage name={wallet.name} source={client?.imageOf(wallet) ?? null} />}
        title={wallet.name}
        tag={item.tag !== null && <Tag>{messages.recent}</Tag>}
        onClick={() => select(wallet)}
      />
    )
  }
  const { uid, name, hint, icon, type } = item.connector
  if (type === 'WALLET_CONNECT') {
    return (
      <ListRow
        image={<RowIcon name="qr" />}
        title={name}
        tag={<Tag tone="accent">{messages.qrCode}</Tag>}
        onClick={() => router.push('ConnectingWalletConnect', { wallet: null })}
      />
    )
  }
  return (
    <ListRow
      image={<WalletImage name={name} source={icon} />}
      title={name}
      detail={hint}
      tag={item.tag !== null && <Tag tone="good">{messages.installed}</Tag>}
      onClick={() => router.push('ConnectingExternal', { connectorUid: uid })}
    />
  )
}

function CatalogueTag({ catalogue }: { catalogue: WalletList['catalogue'] }) {
  if (catalogue.status === 'loading') return <Spinner size={16} />
  return catalogue.status === 'ready' ? <Tag>{walletCountLabel(catalogue.count)}</Tag> : null
}

/** Shown when no wallet was found. */
function NoWallet() {
  const { router, events } = useKit()
  const messages = useMessages('connect', CONNECT_MESSAGES)
  return (
    <section className={styles['none']}>
      <h3>{messages.noWallet}</h3>
      <p>{messages.noWalletText}</p>
      <Button
        onClick={() => {
          events.emit({ event: 'CLICK_GET_WALLET' })
          router.push('GetWallet')
        }}
      >
        {messages.getWallet}
      </Button>
    </section>
  )
}

function keyOf(item: WalletItem): string {
  return item.kind === 'wallet' ? item.wallet.id : item.connector.uid
}
