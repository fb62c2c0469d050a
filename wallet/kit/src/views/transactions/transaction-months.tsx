import type { AnyTransaction } from '@bullring/wallet-api/blockchain-api/history-page'
import { groupByMonth, monthTitle } from '#core/account/history/transactions.ts'
import { pageLanguage } from '#core/page-language.ts'
import { RowList } from '#ui/list/row-list.tsx'
import text from '#ui/text.module.css'
import { TransactionRow } from './transaction-row.tsx'
import styles from './transactions.module.css'

type TransactionMonthsProps = {
  transactions: readonly AnyTransaction[]
  explorerUrl: string | null
}

/** Transactions by month, newest first. */
export function TransactionMonths({ transactions, explorerUrl }: TransactionMonthsProps) {
  return groupByMonth(transactions).map((month) => (
    <section key={month.key} className={styles['month']}>
      <h3 className={text['sectionTitle']}>{monthTitle(month, new Date(), pageLanguage())}</h3>
      <RowList>
        {month.transactions.map((transaction) => (
          <li key={transaction.id}>
            <TransactionRow transaction={transaction} explorerUrl={explorerUrl} />
          </li>
        ))}
      </RowList>
    </section>
  ))
}
