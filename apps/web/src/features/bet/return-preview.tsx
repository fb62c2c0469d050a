import type { Wei } from '@bullring/prediction/units'
import { useWords } from '#i18n/language.ts'
import { formatBnb, formatMultiple, formatSignedBnb } from '#ui/format.ts'
import { BET_WORDS } from './bet-words.ts'
import type { ExpectedReturn } from './expected-return.ts'
import styles from './return-preview.module.css'

type ReturnPreviewProps = { amount: Wei; expected: ExpectedReturn }

/** What the bet would bring at the odds of this moment, own stake and fee included. */
export function ReturnPreview({ amount, expected }: ReturnPreviewProps) {
  const words = useWords(BET_WORDS)
  const isEmpty = amount === 0n
  return (
    <div className={styles['preview']}>
      <dl>
        <div className={styles['main']}>
          <dt>{words.payout}</dt>
          <dd>
            {isEmpty ? '\u2013' : `${formatBnb(expected.payout)} BNB`}
            {!isEmpty && !expected.isRefund && (
              <span className={styles['multiple']}>{formatMultiple(expected.multiple)}</span>
            )}
          </dd>
        </div>
        <div>
          <dt>{words.profit}</dt>
          <dd>{isEmpty ? '\u2013' : `${formatSignedBnb(expected.profit)} BNB`}</dd>
        </div>
      </dl>
      <p className={styles['note']}>{!isEmpty && expected.isRefund ? words.oneSided : ''}</p>
    </div>
  )
}
