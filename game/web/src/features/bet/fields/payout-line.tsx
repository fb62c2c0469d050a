import type { ExpectedReturn } from '@bullring/client/payouts'
import type { Wei } from '@bullring/prediction/units'
import { formatBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { BET_MESSAGES } from '../bet-messages.ts'
import styles from './payout-line.module.css'

const NONE = '\u2013'

/** The payout of the bet at the current odds, after the fee and including its stake. */
export function PayoutLine({ amount, expected }: { amount: Wei; expected: ExpectedReturn }) {
  const messages = useMessages(BET_MESSAGES)
  return (
    <dl className={styles['line']}>
      <dt>{messages.payout}</dt>
      <dd>{amount === 0n ? NONE : `${formatBnb(expected.payout)} BNB`}</dd>
    </dl>
  )
}
