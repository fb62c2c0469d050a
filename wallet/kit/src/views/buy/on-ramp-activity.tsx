import { useQuery } from '@tanstack/react-query'
import { shownTransactions, transactionState } from '#core/account/history/transactions.ts'
import { purchasesQuery } from '#core/buy/buy-queries.ts'
import type { WalletService } from '#core/service/wallet-service.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { type KitAccount, useKitAccount } from '#react/account/use-kit-account.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { RetryButton } from '#ui/button/retry-button.tsx'
import { SkeletonRows } from '#ui/list/row-list.tsx'
import { ScrollList } from '#ui/list/scroll-list.tsx'
import { Note } from '#ui/note.tsx'
import { TransactionMonths } from '#views/transactions/transaction-months.tsx'
import { BUY_MESSAGES } from './buy-messages.ts'

/** Purchases are fetched this often while one is in progress. */
const REFRESH_MS = 3_000

/** The account's purchases on the current network. */
export function OnRampActivity() {
  const messages = useMessages('buy', BUY_MESSAGES)
  const { service } = useAccountDeps()
  const account = useKitAccount()
  if (service === null || account === null || account.network === null) {
    return <Note icon="card" title={messages.notOffered} detail={messages.notOfferedDetail} />
  }
  const { address, network } = account
  return <Purchases service={service} address={address} network={network} />
}

type PurchasesProps = {
  service: WalletService
  address: KitAccount['address']
  network: NonNullable<KitAccount['network']>
}

function Purchases({ service, address, network }: PurchasesProps) {
  const { queryClient } = useKit()
  const messages = useMessages('buy', BUY_MESSAGES)
  const { data, error, refetch } = useQuery(
    {
      ...purchasesQuery(service, address),
      refetchInterval: ({ state }) =>
        state.data?.some((purchase) => transactionState(purchase) === 'pending')
          ? REFRESH_MS
          : false,
    },
    queryClient,
  )
  const purchases = shownTransactions(data ?? [], network.id)
  return (
    <ScrollList>
      <TransactionMonths transactions={purchases} explorerUrl={network.explorerUrl} />
      {data === undefined && error === null && (
        <div role="status" aria-label={messages.loading}>
          <SkeletonRows count={7} />
        </div>
      )}
      {data === undefined && error !== null && (
        <Note icon="warning" title={messages.purchasesFailed}>
          <RetryButton label={messages.retry} onClick={() => void refetch()} />
        </Note>
      )}
      {data !== undefined && purchases.length === 0 && (
        <Note icon="card" title={messages.noPurchases} detail={messages.noPurchasesDetail} />
      )}
    </ScrollList>
  )
}
