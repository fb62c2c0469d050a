import { fill } from '@bullring/wire/text/fill'
import { useMessages } from '#i18n/messages-context.ts'
import type { Coin } from './coin.ts'
import { formatFee, formatUsd } from './format-amount.ts'
import styles from './transaction-approval.module.css'

type FeeProps = {
  /** Undefined until it is known. */
  maxFee: bigint | undefined
  coinPrice: bigint | null | undefined
  coin: Coin
}

/** The most that the network charges. */
export function Fee({ maxFee, coinPrice = null, coin }: FeeProps) {
  const { transaction: texts } = useMessages()
  if (maxFee === undefined) return <span className={styles['bone']}>…</span>
  return (
    <>
      {fill(texts.atMost, { fee: `${formatFee(maxFee, coin.decimals)} ${coin.symbol}` })}
      {coinPrice !== null && (
        <span className={styles['usd']}>{` · ${formatUsd(maxFee, coin.decimals, coinPrice)}`}</span>
      )}
    </>
  )
}
