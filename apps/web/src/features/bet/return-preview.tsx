import type { Wei } from '@bullring/prediction/units'
import { formatBnb, formatMultiple, formatSignedBnb } from '#ui/format.ts'
import { BET_WORDS } from './bet-words.ts'
import type { ExpectedReturn } from './expected-return.ts'
import styles from './return-preview.module.css'

type ReturnPreviewProps = { amount: Wei; expected: ExpectedReturn }

/** What the bet would bring at the odds of this moment, own stake and fee included. */
export function ReturnPreview({ amount, expected }: ReturnPreviewProps) {
  const isEmpty = amount === 0n
  return (
    <dl className={styles['preview']}>
      <div className={styles['main']}>
        <dt>{BET_WORDS.payout}</dt>
        <dd>
          {isEmpty ? '\u2013' : `${formatBnb(expected.payout)} BNB`}
          {!isEmpty && !expected.isRefund && (
            <span className={styles['multiple']}>{formatMultiple(expected.multiple)}</span>
          )}
        </dd>
      </div>
      <div>
        <dt>{BET_WORDS.profit}</dt>
        <dd>{isEmpty ? '\u2013' : `${formatSignedBnb(expected.profit)} BNB`}</dd>
      </div>
      <p className={styles['note']}>{!isEmpty && expected.isRefund ? BET_WORDS.oneSided : ''}</p>
    </dl>
  )
}
