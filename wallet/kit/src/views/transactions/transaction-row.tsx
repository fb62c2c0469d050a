import type { AnyTransaction } from '@bullring/wallet-api/blockchain-api/history-page'
import { explorerLink } from '#core/account/explorer-link.ts'
import { TRANSACTION_VERBS } from '#core/account/history/transaction-verbs.ts'
import {
  amountsOf,
  pictureOf,
  transactionState,
  verbOf,
  worthOf,
} from '#core/account/history/transactions.ts'
import { trustedImage } from '#core/account/trusted-image.ts'
import { pageLanguage } from '#core/page-language.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { classNames } from '#ui/class-names.ts'
import { Icon, type IconName } from '#ui/image/icon.tsx'
import { WalletImage } from '#ui/image/wallet-image.tsx'
import { VisuallyHidden } from '#ui/visually-hidden.tsx'
import { TRANSACTION_MESSAGES } from './transaction-messages.ts'
import styles from './transactions.module.css'

const ICONS: Readonly<Record<string, IconName>> = {
  send: 'send',
  receive: 'receive',
  trade: 'swap',
  bought: 'card',
}

type TransactionRowProps = { transaction: AnyTransaction; explorerUrl: string | null }

/** A transaction. Links to the block explorer if the network has one. */
export function TransactionRow({ transaction, explorerUrl }: TransactionRowProps) {
  const messages = useMessages('transactions', TRANSACTION_MESSAGES)
  const { hash } = transaction.metadata
  // A purchase has no hash until its coins are sent.
  if (explorerUrl === null || hash === '') {
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
  const { minedAt } = transaction.metadata
  const state = transactionState(transaction)
  const date = new Date(minedAt)
  const worth = worthOf(transaction)
  return (
    <>
      <Sign transaction={transaction} />
      <span className={styles['text']}>
        <span className={styles['verb']}>
          {verbOf(transaction, verbs)}
          {state === 'pending' && <span className={styles['tag']}>{messages.pending}</span>}
          {state === 'failed' && (
            <span className={classNames(styles['tag'], styles['bad'])}>
              {messages.failedTransaction}
            </span>
          )}
        </span>
        <span className={styles['amount']}>{amountsOf(transaction).join('\n')}</span>
      </span>
      <span className={styles['side']}>
        {worth !== null && <span>{worth}</span>}
        <time
          className={styles['date']}
          dateTime={minedAt}
          title={date.toLocaleString(pageLanguage())}
        >
          {date.toLocaleDateString(pageLanguage(), { day: '2-digit', month: 'short' })}
        </time>
      </span>
    </>
  )
}

/** The picture of an NFT that moved, its initials without one; else the kind of the transaction. */
function Sign({ transaction }: { transaction: AnyTransaction }) {
  const { servicesUrl } = useKit().options
  const picture = pictureOf(transaction)
  if (picture !== null) {
    const source = trustedImage(picture.url, servicesUrl)
    return <WalletImage name={picture.name} source={source} size={40} />
  }
  const { operationType } = transaction.metadata
  return (
    <span className={classNames(styles['icon'], styles[transactionState(transaction)])}>
      <Icon name={ICONS[operationType] ?? 'box'} />
    </span>
  )
}
