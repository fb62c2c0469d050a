import type { Wei } from '@bullring/prediction/units'
import { formatBnb, formatMultiple, formatSignedBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { BET_MESSAGES, type BetMessages } from './bet-messages.ts'
import type { ExpectedReturn } from './expected-return.ts'
import styles from './return-preview.module.css'

type ReturnPreviewProps = { amount: Wei; expected: ExpectedReturn }

/** What the bet would pay at the current odds, after the fee and including its stake. */
export function ReturnPreview({ amount, expected }: ReturnPreviewProps) {
  const messages = useMessages(BET_MESSAGES)
  const isEmpty = amount === 0n
  return (
    <div className={styles['preview']}>
      <dl>
        <div className={styles['main']}>
          <dt>{messages.payout}</dt>
          <dd>
            {isEmpty ? '\u2013' : `${formatBnb(expected.payout)} BNB`}
            {!isEmpty && !expected.isRefund && (
              <span className={styles['multiple']}>{formatMultiple(expected.multiple)}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>{messages.profit}</dt>
          <dd>{isEmpty ? '\u2013' : `${formatSignedBnb(expected.profit)} BNB`}</dd>
        </div>
      </dl>
      <p className={styles['note']}>{isEmpty ? '' : noteOf(amount, expected, messages)}</p>
    </div>
  )
}

/** Explains a payout or a loss that is limited by what the other side has staked. */
function noteOf(
  amount: Wei,
  { isRefund, limit, atRisk }: ExpectedReturn,
  messages: BetMessages,
): string {
  if (isRefund) return messages.oneSided
  if (atRisk < amount) return messages.atRisk({ atRisk: formatBnb(atRisk) })
  return limit === null ? '' : messages.limited({ multiple: limit })
}
