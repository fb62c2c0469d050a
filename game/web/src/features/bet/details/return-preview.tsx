import type { ExpectedReturn } from '@bullring/client/payouts'
import type { Wei } from '@bullring/prediction/units'
import type { ReactNode } from 'react'
import { formatBalance, formatBnb, formatMultiple, formatSignedBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { BET_MESSAGES, type BetMessages } from '../bet-messages.ts'
import styles from './return-preview.module.css'

type ReturnPreviewProps = {
  /** 0 while there is no valid amount. */
  amount: Wei
  expected: ExpectedReturn
  balance: Wei | null
}

/** The exact balance, and the parts of the payout. A line without a value is left out. */
export function ReturnPreview({ amount, expected, balance }: ReturnPreviewProps) {
  const messages = useMessages(BET_MESSAGES)
  const { multiple, profit, fee, atRisk, isRefund } = expected
  const isWinnable = amount > 0n && !isRefund
  const note = amount > 0n ? noteOf(amount, expected, messages) : null
  return (
    <div className={styles['preview']}>
      <dl>
        {balance !== null && <Row label={messages.balance}>{formatBalance(balance)} BNB</Row>}
        {isWinnable && <Row label={messages.odds}>{formatMultiple(multiple)}</Row>}
        {isWinnable && <Row label={messages.profit}>{formatSignedBnb(profit)} BNB</Row>}
        {isWinnable && fee > 0n && <Row label={messages.fee}>{formatBnb(fee)} BNB</Row>}
        {isWinnable && atRisk < amount && (
          <Row label={messages.backIfLost}>{formatBnb(amount - atRisk)} BNB</Row>
        )}
        <Row label={messages.sellBeforeLock}>{messages.stakesAreFinal}</Row>
      </dl>
      {note !== null && <p className={styles['note']}>{note}</p>}
    </div>
  )
}

function Row({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}

/** Explains a payout or a loss that is limited by the other side's stakes. */
function noteOf(
  amount: Wei,
  { isRefund, limit, atRisk }: ExpectedReturn,
  messages: BetMessages,
): string | null {
  if (isRefund) return null
  if (atRisk < amount) return messages.atRisk({ atRisk: formatBnb(atRisk) })
  return limit === null ? null : messages.limited({ multiple: limit })
}
