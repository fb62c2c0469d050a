import { useRef } from 'react'
import type { KitAccount } from '#react/account/use-kit-account.ts'
import { useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { SkeletonRows } from '#ui/list/row-list.tsx'
import { ScrollList } from '#ui/list/scroll-list.tsx'
import { useInView } from '#ui/list/use-in-view.ts'
import { Note } from '#ui/note.tsx'
import { TRANSACTION_MESSAGES } from './transaction-messages.ts'
import { TransactionMonths } from './transaction-months.tsx'
import styles from './transactions.module.css'
import { type History, useHistory } from './use-history.ts'

type TransactionListProps = Pick<KitAccount, 'address'> & {
  network: NonNullable<KitAccount['network']>
}

/** Lists the account's transactions on the current network. */
export function TransactionList({ address, network }: TransactionListProps) {
  const messages = useMessages('transactions', TRANSACTION_MESSAGES)
  const { transactions, status, next, loadMore } = useHistory(address, network.id)
  const hasNone = transactions.length === 0
  return (
    <ScrollList>
      <TransactionMonths transactions={transactions} explorerUrl={network.explorerUrl} />
      {hasNone && status === 'loading' && <Loading label={messages.loading} />}
      {hasNone && status === 'ready' && next === null && (
        <Note icon="clock" title={messages.none} detail={messages.noneDetail} />
      )}
      {status === 'notOffered' && (
        <Note icon="clock" title={messages.notOffered} detail={messages.notOfferedDetail} />
      )}
      {hasNone && status === 'failed' && (
        <Note icon="clock" title={messages.failed}>
          <Button tone="quiet" onClick={loadMore}>
            {messages.retry}
          </Button>
        </Note>
      )}
      {next !== null && !(hasNone && status !== 'ready') && (
        <More key={next} status={status} onMore={loadMore} />
      )}
    </ScrollList>
  )
}

type MoreProps = { status: History['status']; onMore: () => void }

/** Loads the next page when it scrolls into view. The button serves keyboards and retries. */
function More({ status, onMore }: MoreProps) {
  const messages = useMessages('transactions', TRANSACTION_MESSAGES)
  const ref = useRef<HTMLDivElement>(null)
  useInView(ref, status === 'ready' ? onMore : doNothing)
  return (
    <div ref={ref} className={styles['more']}>
      <Button tone="quiet" isBusy={status === 'loading'} onClick={onMore}>
        {status === 'failed' ? messages.retry : messages.more}
      </Button>
    </div>
  )
}

function doNothing(): void {
  // After a failure, only the button retries.
}

function Loading({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label}>
      <SkeletonRows count={7} />
    </div>
  )
}
