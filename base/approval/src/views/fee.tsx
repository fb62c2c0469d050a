import { fill } from '@bullring/wire/text/fill'
import type { Coin } from '../text/coin.ts'
import { formatFee, formatUsd } from '../text/format-amount.ts'
import { useApprovalMessages } from '../text/messages-context.ts'
import styles from './transaction-request.module.css'

type FeeProps = {
  /** Undefined until it is known. */
  maxFee: bigint | undefined
  coinPrice: bigint | null | undefined
  coin: Coin
}

/** The most that the network charges. */
export function Fee({ maxFee, coinPrice = null, coin }: FeeProps) {
  const { transaction: texts } = useApprovalMessages()
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
