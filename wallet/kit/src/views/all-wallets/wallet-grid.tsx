import type { CatalogueWallet } from '@bullring/wallet-api/catalogue/get-wallets'
import { type ReactNode, useRef } from 'react'
import type { ConnectorDescriptor } from '#core/connect/connections.ts'
import { useConnectDeps } from '#react/connect/connect-deps.ts'
import { useSelectWallet } from '#react/connect/use-select-wallet.ts'
import { useMessages } from '#react/kit-context.ts'
import { RetryButton } from '#ui/button/retry-button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Icon } from '#ui/image/icon.tsx'
import { WalletImage } from '#ui/image/wallet-image.tsx'
import layout from '#ui/layout.module.css'
import { useInView } from '#ui/list/use-in-view.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import styles from './all-wallets.module.css'
import { ALL_WALLETS_MESSAGES } from './all-wallets-messages.ts'
import type { WalletPages } from './use-wallet-pages.ts'

/** The next page loads this many pixels before the end. */
const PRELOAD_PX = 120

/** Keys of the placeholder tiles of a page that is loading. */
const PLACEHOLDERS = Array.from({ length: 16 }, (_, index) => `placeholder-${index}`)

type WalletGridProps = {
  wallets: readonly CatalogueWallet[]
  pages: WalletPages
  /** Returns the connector of a wallet that is installed. */
  installed: (wallet: CatalogueWallet) => ConnectorDescriptor | undefined
}

/** Tiles of wallets. Loads the next page shortly before the end scrolls into view. */
export function WalletGrid({ wallets, pages, installed }: WalletGridProps) {
  const messages = useMessages('allWallets', ALL_WALLETS_MESSAGES)
  const scrollRef = useRef<HTMLDivElement>(null)
  const isEmpty = pages.status === 'ready' && wallets.length === 0 && !pages.hasMore
  return (
    <div className={styles['scroll']} ref={scrollRef} aria-busy={pages.status === 'loading'}>
      <ul className={styles['grid']}>
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <WalletTile wallet={wallet} connector={installed(wallet)} />
          </li>
        ))}
        {pages.status === 'loading' &&
          PLACEHOLDERS.map((key) => (
            <li key={key}>
              <Skeleton width="100%" height="104px" radius="var(--radius-l)" />
            </li>
          ))}
      </ul>
      {pages.status === 'ready' && pages.hasMore && <Sentinel onInView={pages.loadMore} />}
      <div role="status">
        {pages.status === 'loading' && <VisuallyHidden>{messages.loading}</VisuallyHidden>}
        {isEmpty && <Message title={messages.none} text={messages.noneText} />}
        {pages.status === 'failed' && (
          <Message title={messages.failed} text={messages.failedText}>
            <RetryButton label={messages.retry} onClick={pages.retry} />
          </Message>
        )}
      </div>
    </div>
  )
}

type WalletTileProps = {
  wallet: CatalogueWallet
  connector: ConnectorDescriptor | undefined
}

function WalletTile({ wallet, connector }: WalletTileProps) {
  const { client } = useConnectDeps()
  const select = useSelectWallet()
  const messages = useMessages('allWallets', ALL_WALLETS_MESSAGES)
  const isInstalled = connector !== undefined
  // An installed wallet announces its icon (EIP-6963).
  const image = connector?.icon ?? client?.imageOf(wallet) ?? null
  return (
    <button
      type="button"
      className={classNames(layout['fadeIn'], styles['tile'])}
      onClick={() => select(wallet)}
    >
      <span className={styles['image']}>
        <WalletImage name={wallet.name} source={image} size={56} />
        {wallet.badge_type === 'certified' && (
          <span className={styles['badge']}>
            <Icon name="badge" size={14} />
          </span>
        )}
      </span>
      <span className={styles['name']}>{wallet.name}</span>
      {isInstalled && <VisuallyHidden>{messages.installed}</VisuallyHidden>}
      {isInstalled && <span className={styles['dot']} />}
    </button>
  )
}

function Sentinel({ onInView }: { onInView: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  useInView(ref, onInView, PRELOAD_PX)
  return <div ref={ref} className={styles['sentinel']} />
}

type MessageProps = { title: string; text: string; children?: ReactNode }

function Message({ title, text, children }: MessageProps) {
  return (
    <div className={classNames(layout['notice'], styles['message'])}>
      <p>
        <b>{title}</b>
      </p>
      <p>{text}</p>
      {children}
    </div>
  )
}
