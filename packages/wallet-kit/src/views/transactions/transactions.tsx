import { type ReactNode, useRef } from 'react'
import { groupByMonth, monthTitle } from '#core/account/transactions.ts'
import { useMessages } from '#react/kit-context.ts'
import { type Account, useAccount } from '#react/use-account.ts'
import { Button } from '#ui/button.tsx'
import { RowIcon } from '#ui/row-icon.tsx'
import { ScrollList } from '#ui/scroll-list.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { TRANSACTION_MESSAGES } from './transaction-messages.ts'
import { TransactionRow } from './transaction-row.tsx'
import styles from './transactions.module.css'
import { useHistory } from './use-history.ts'
import { useInView } from './use-in-view.ts'

const SKELETONS = ['1', '2', '3', '4', '5', '6', '7'] as const

/** What the account has done on this network. */
export function Transactions() {
  const account = useAccount()
  if (account === null || account.network === null) return null
  return <TransactionsOf address={account.address} network={account.network} />
}

type TransactionsOfProps = Pick<Account, 'address'> & { network: NonNullable<Account['network']> }

function TransactionsOf({ address, network }: TransactionsOfProps) {
  const messages = useMessages('transactions', TRANSACTION_MESSAGES)
  const { transactions, status, next, loadMore } = useHistory(address, network.id)
  const months = groupByMonth(transactions)
  const hasNone = transactions.length === 0
  return (
    <ScrollList>
      {months.map((month) => (
        <section key={month.key} className={styles['month']}>
          <h3>{monthTitle(month, new Date())}</h3>
          <ul>
            {month.transactions.map((transaction) => (
              <li key={transaction.id}>
                <TransactionRow transaction={transaction} explorerUrl={network.explorerUrl} />
              </li>
            ))}
          </ul>
        </section>
      ))}
      {hasNone && status === 'loading' && <Loading label={messages.loading} />}
      {hasNone && status === 'ready' && next === null && (
        <Note title={messages.none} detail={messages.noneDetail} />
      )}
      {hasNone && status === 'failed' && (
        <Note title={messages.failed}>
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

type MoreProps = { status: 'loading' | 'ready' | 'failed'; onMore: () => void }

/** Loads the next page when it comes into view; a button for who cannot scroll, and after a failure. */
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
  // A failed page is asked for again by the visitor, not by scrolling.
}

function Loading({ label }: { label: string }) {
  return (
    <div className={styles['loading']} role="status" aria-label={label}>
      {SKELETONS.map((row) => (
        <Skeleton key={row} width="100%" height="56px" round="var(--radius-l)" />
      ))}
    </div>
  )
}

function Note({
  title,
  detail,
  children,
}: {
  title: string
  detail?: string
  children?: ReactNode
}) {
  return (
    <div className={styles['note']}>
      <RowIcon name="clock" />
      <b>{title}</b>
      {detail !== undefined && <p>{detail}</p>}
      {children}
    </div>
  )
}
