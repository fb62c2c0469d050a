import type { CatalogueWallet } from '@bullring/wire/catalogue/get-wallets'
import { useEffect, useRef } from 'react'
import type { WalletPages, WalletPagesState } from '#core/wallets/wallet-pages.ts'
import { useConnectParts } from '#react/connect-parts.ts'
import { useMessages } from '#react/kit-context.ts'
import { useSelectWallet } from '#react/use-select-wallet.ts'
import { Button } from '#ui/button.tsx'
import { Icon } from '#ui/icon.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { WalletImage } from '#ui/wallet-image.tsx'
import styles from './all-wallets.module.css'
import { ALL_WALLETS_MESSAGES } from './all-wallets-messages.ts'

/** Tiles that stand for a page that is on its way. */
const PLACEHOLDERS = Array.from({ length: 16 }, (_, index) => `placeholder-${index}`)

type WalletGridProps = {
  wallets: readonly CatalogueWallet[]
  state: WalletPagesState
  pages: WalletPages
  isInstalled: (wallet: CatalogueWallet) => boolean
}

/** Tiles of wallets; loads the next page when its end comes into sight. */
export function WalletGrid({ wallets, state, pages, isInstalled }: WalletGridProps) {
  const messages = useMessages('allWallets', ALL_WALLETS_MESSAGES)
  const scrollRef = useRef<HTMLDivElement>(null)
  const isEmpty = state.status === 'ready' && wallets.length === 0 && !state.hasMore
  return (
    <div className={styles['scroll']} ref={scrollRef} aria-busy={state.status === 'loading'}>
      <ul className={styles['grid']}>
        {wallets.map((wallet) => (
          <li key={wallet.id}>
            <WalletTile wallet={wallet} isInstalled={isInstalled(wallet)} />
          </li>
        ))}
        {state.status === 'loading' &&
          PLACEHOLDERS.map((key) => (
            <li key={key}>
              <Skeleton width="100%" height="104px" round="var(--radius-l)" />
            </li>
          ))}
      </ul>
      {state.status === 'ready' && state.hasMore && <Sentinel onSeen={pages.loadMore} />}
      <div role="status">
        {state.status === 'loading' && <VisuallyHidden>{messages.loading}</VisuallyHidden>}
        {isEmpty && <Message title={messages.none} text={messages.noneText} />}
        {state.status === 'failed' && (
          <Message title={messages.failed} text={messages.failedText}>
            <Button tone="quiet" onClick={pages.retry}>
              <Icon name="refresh" size={16} />
              {messages.retry}
            </Button>
          </Message>
        )}
      </div>
    </div>
  )
}

function WalletTile({ wallet, isInstalled }: { wallet: CatalogueWallet; isInstalled: boolean }) {
  const { client } = useConnectParts()
  const select = useSelectWallet()
  const messages = useMessages('allWallets', ALL_WALLETS_MESSAGES)
  return (
    <button type="button" className={styles['tile']} onClick={() => select(wallet)}>
      <span className={styles['picture']}>
        <WalletImage name={wallet.name} source={client?.imageOf(wallet) ?? null} size={56} />
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

function Sentinel({ onSeen }: { onSeen: () => void }) {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = ref.current
    if (element === null || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) onSeen()
      },
      { root: element.parentElement, rootMargin: '120px' },
    )
    observer.observe(element)
    return () => observer.disconnect()
  }, [onSeen])
  return <div ref={ref} className={styles['sentinel']} />
}

type MessageProps = { title: string; text: string; children?: React.ReactNode }

function Message({ title, text, children }: MessageProps) {
  return (
    <div className={styles['message']}>
      <p>
        <b>{title}</b>
      </p>
      <p>{text}</p>
      {children}
    </div>
  )
}
