import type { AnyTransaction } from '@bullring/wire/blockchain-api/history-page'
import { explorerLink } from '#core/account/explorer-link.ts'
import { TRANSACTION_VERBS } from '#core/account/transaction-verbs.ts'
import { amountsOf, verbOf } from '#core/account/transactions.ts'
import { useMessages } from '#react/kit-context.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon, type IconName } from '#ui/icon.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { TRANSACTION_MESSAGES } from './transaction-messages.ts'
import styles from './transactions.module.css'

const ICONS: Readonly<Record<string, IconName>> = {
  send: 'send',
  receive: 'receive',
  trade: 'swap',
}

type TransactionRowProps = { transaction: AnyTransaction; explorerUrl: string | null }

/** A transaction; links to the block explorer if the network has one. */
export function TransactionRow({ transaction, explorerUrl }: TransactionRowProps) {
  const messages = useMessages('transactions', TRANSACTION_MESSAGES)
  const { hash } = transaction.metadata
  if (explorerUrl === null) {
    return (
      <div className={styles['row']}>
        <Content transaction={transaction} />
      </div>
    )
  }
  return (
    <a
      className={styles['row']}
      href={explorerLink(explorerUrl, 'tx', hash)}
      target="_blank"
      rel="noreferrer"
    >
      <Content transaction={transaction} />
      <VisuallyHidden>, {messages.newTab}</VisuallyHidden>
    </a>
  )
}

function Content({ transaction }: { transaction: AnyTransaction }) {
  const verbs = useMessages('transactionVerbs', TRANSACTION_VERBS)
  const messages = useMessages('transactions', TRANSACTION_MESSAGES)
  const { operationType, status, minedAt } = transaction.metadata
  const date = new Date(minedAt)
  return (
    <>
      <span className={classNames(styles['icon'], styles[status])}>
        <Icon name={ICONS[operationType] ?? 'box'} />
      </span>
      <span className={styles['text']}>
        <span className={styles['verb']}>
          {verbOf(transaction, verbs)}
          {status === 'pending' && <span className={styles['tag']}>{messages.pending}</span>}
          {status === 'failed' && (
            <span className={classNames(styles['tag'], styles['bad'])}>
              {messages.failedTransaction}
            </span>
          )}
        </span>
        <span className={styles['amount']}>{amountsOf(transaction).join('\n')}</span>
      </span>
      <time className={styles['date']} dateTime={minedAt} title={date.toLocaleString()}>
        {date.toLocaleDateString(undefined, { day: '2-digit', month: 'short' })}
      </time>
    </>
  )
}
