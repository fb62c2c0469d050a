import type { CatalogueWallet } from '@bullring/wire/catalogue/get-wallets'
import { useEffect, useState } from 'react'
import type { WalletChoice } from '#core/modal/views.ts'
import { useConnectParts } from '#react/connect-parts.ts'
import { useMessages } from '#react/kit-context.ts'
import { ViewSkeleton } from '#shell/view-skeleton.tsx'
import { Button } from '#ui/button.tsx'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import styles from './connecting-wallet-connect.module.css'
import { PlatformPanes } from './platform-panes.tsx'
import { WALLET_CONNECT_MESSAGES } from './wallet-connect-messages.ts'

/** Connects a wallet outside this browser: on a phone, on the desktop or on a web page. */
export function ConnectingWalletConnect({ data }: { data: WalletChoice }) {
  if ('walletId' in data) return <WalletById walletId={data.walletId} />
  return <PlatformPanes wallet={data.wallet} />
}

function WalletById({ walletId }: { walletId: string }) {
  const { client } = useConnectParts()
  const messages = useMessages('walletConnect', WALLET_CONNECT_MESSAGES)
  const [wallet, setWallet] = useState<CatalogueWallet | 'loading' | 'failed'>('loading')
  const [attempt, setAttempt] = useState(0)

  useEffect(() => {
    void attempt
    const request = new AbortController()
    const query = { page: 1, entries: 1, include: [walletId] }
    const response = client?.getWallets(query, request.signal) ?? Promise.reject(new Error())
    response.then(
      ({ data: [found] }) => setWallet(found ?? 'failed'),
      () => !request.signal.aborted && setWallet('failed'),
    )
    return () => request.abort()
  }, [client, walletId, attempt])

  if (wallet === 'loading') return <ViewSkeleton />
  if (wallet !== 'failed') return <PlatformPanes wallet={wallet} />
  return (
    <div className={classNames(layout['notice'], styles['failed'])} role="alert">
      <p>{messages.walletFailed}</p>
      <Button
        tone="quiet"
        onClick={() => {
          setWallet('loading')
          setAttempt(attempt + 1)
        }}
      >
        {messages.retry}
      </Button>
    </div>
  )
}
