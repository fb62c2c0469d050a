import type { Wei } from '@bullring/prediction/units'
import type { ReactNode } from 'react'
import { formatBnb, formatMultiple, formatSignedBnb } from '#format/format.ts'
import { useMessages } from '#i18n/language.ts'
import { classNames } from '#ui/class-names.ts'
import { BET_MESSAGES, type BetMessages } from '../bet-messages.ts'
import type { ExpectedReturn } from '../expected-return.ts'
import styles from './return-preview.module.css'

const NONE = '\u2013'

type PayoutLineProps = { amount: Wei; expected: ExpectedReturn }

/** The payout of the bet at the current odds, after the fee and including its stake. */
export function PayoutLine({ amount, expected }: PayoutLineProps) {
  const messages = useMessages(BET_MESSAGES)
  const isEmpty = amount === 0n
  return (
    <dl className={classNames(styles['rows'], styles['main'])}>
      <Row label={messages.payout}>
        {isEmpty ? NONE : `${formatBnb(expected.payout)} BNB`}
        {!isEmpty && !expected.isRefund && (
          <span className={styles['multiple']}>{formatMultiple(expected.multiple)}</span>
        )}
      </Row>
    </dl>
  )
}

type ReturnPreviewProps = PayoutLineProps & {
  /** The visitor is asked whether to bet although a win would not pay. */
  isAsked: boolean
}

/** The parts of the payout, and the returned part of a lost bet. Its height never changes. */
export function ReturnPreview({ amount, expected, isAsked }: ReturnPreviewProps) {
  const messages = useMessages(BET_MESSAGES)
  const isEmpty = amount === 0n
  const { profit, fee, atRisk, isRefund } = expected
  const bnb = (text: string) => (isEmpty ? NONE : `${text} BNB`)
  const warning = isEmpty || isRefund ? '' : warningOf(profit, messages)
  return (
    <div className={styles['preview']}>
      <dl className={styles['rows']}>
        <Row label={messages.profit}>{bnb(formatSignedBnb(profit))}</Row>
        <Row label={messages.fee}>{bnb(formatBnb(fee))}</Row>
        <Row label={messages.backIfLost}>{bnb(formatBnb(amount - atRisk))}</Row>
      </dl>
      <p className={styles['note']}>{isEmpty ? '' : noteOf(amount, expected, messages)}</p>
      <p className={styles['caution']} role={isAsked ? 'alert' : undefined}>
        {warning}
      </p>
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
): string {
  if (isRefund) return messages.oneSided
  if (atRisk < amount) return messages.atRisk({ atRisk: formatBnb(atRisk) })
  return limit === null ? '' : messages.limited({ multiple: limit })
}

function warningOf(profit: bigint, messages: BetMessages): string {
  if (profit > 0n) return ''
  return profit === 0n ? messages.noGain : messages.lessThanStake
}
