import { useQuery } from '@tanstack/react-query'
import type { WalletChoice } from '#core/modal/views.ts'
import { NO_WALLETS, walletsQuery } from '#core/wallets/wallet-queries.ts'
import { useConnectDeps } from '#react/connect/connect-deps.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { classNames } from '#ui/class-names.ts'
import layout from '#ui/layout.module.css'
import { ViewSkeleton } from '#ui/view-skeleton.tsx'
import styles from './connecting-wallet-connect.module.css'
import { PlatformPanes } from './platform-panes.tsx'
import { WALLET_CONNECT_MESSAGES } from './wallet-connect-messages.ts'

/** Connects a wallet outside this browser: on a phone, on the desktop or on a web page. */
export function ConnectingWalletConnect({ data }: { data: WalletChoice }) {
  if ('walletId' in data) return <WalletById walletId={data.walletId} />
  return <PlatformPanes wallet={data.wallet} />
}

function WalletById({ walletId }: { walletId: string }) {
  const { queryClient } = useKit()
  const { client } = useConnectDeps()
  const messages = useMessages('walletConnect', WALLET_CONNECT_MESSAGES)
  const query = { page: 1, entries: 1, include: [walletId] }
  const { data, isFetching, refetch } = useQuery(
    client === null
      ? { queryKey: ['wallets', query], queryFn: () => NO_WALLETS }
      : walletsQuery(client, query),
    queryClient,
  )
  const wallet = data?.data[0]
  if (wallet !== undefined) return <PlatformPanes wallet={wallet} />
  if (isFetching) return <ViewSkeleton />
  return (
    <div className={classNames(layout['notice'], styles['failed'])} role="alert">
      <p>{messages.walletFailed}</p>
      <Button tone="quiet" onClick={() => void refetch()}>
        {messages.retry}
      </Button>
    </div>
  )
}
