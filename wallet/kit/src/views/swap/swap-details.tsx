import { fill } from '@bullring/wire/text/fill'
import { amountText, usdText } from '#core/account/amount/amount-text.ts'
import { minimumOf } from '#core/swap/slippage.ts'
import type { Quote, SwapPair } from '#core/swap/swap-requests.ts'
import { useCoinPrice } from '#react/account/use-coin-price.ts'
import { useKitAccount } from '#react/account/use-kit-account.ts'
import { useMessages } from '#react/kit-context.ts'
import { classNames } from '#ui/class-names.ts'
import { WholeAddress } from '#ui/whole-address.tsx'
import styles from './swap.module.css'
import { SWAP_MESSAGES } from './swap-messages.ts'

/** Percent from which on a price impact is a warning. */
const HIGH_IMPACT = 5

const SHOWN_DECIMALS = 6
const FEE_DECIMALS = 8

type SwapDetailsProps = {
  pair: SwapPair
  quote: Quote
  fee: bigint | null
  /** The contract that the swap calls; null while unknown. */
  exchange?: string | null
}

/** Rate, price impact, least result, fee and contract of a swap. */
export function SwapDetails({ pair, quote, fee, exchange = null }: SwapDetailsProps) {
  const messages = useMessages('swap', SWAP_MESSAGES)
  const { from, to, amount } = pair
  const rate = (quote.toAmount * 10n ** BigInt(from.decimals)) / amount
  const isHigh = quote.priceImpact >= HIGH_IMPACT
  const percent = quote.priceImpact.toFixed(2)
  return (
    <>
      <dl className={styles['details']}>
        <dt>{messages.rate}</dt>
        <dd>{`1 ${from.symbol} = ${amountText(rate, to.decimals, SHOWN_DECIMALS)} ${to.symbol}`}</dd>
        <dt>{messages.priceImpact}</dt>
        <dd className={classNames(isHigh && styles['bad'])}>{`${percent} %`}</dd>
        <dt>{messages.minimum}</dt>
        <dd>
          {`${amountText(minimumOf(quote.toAmount), to.decimals, SHOWN_DECIMALS)} ${to.symbol}`}
        </dd>
        <dt>{messages.networkCost}</dt>
        <dd>
          <Fee fee={fee} />
        </dd>
        {exchange !== null && (
          <>
            <dt>{messages.exchange}</dt>
            <dd className={styles['address']}>
              <WholeAddress address={exchange} />
            </dd>
          </>
        )}
      </dl>
      {isHigh && (
        <p className={styles['failed']} role="alert">
          {fill(messages.highImpact, { percent })}
        </p>
      )}
    </>
  )
}

function Fee({ fee }: { fee: bigint | null }) {
  const messages = useMessages('swap', SWAP_MESSAGES)
  const coin = useKitAccount()?.network?.nativeCurrency
  const price = useCoinPrice()
  if (fee === null || coin === undefined) return messages.unknownCost
  const amount = `${amountText(fee, coin.decimals, FEE_DECIMALS)} ${coin.symbol}`
  const worth = usdText(fee, coin.decimals, price)
  return worth === null ? amount : `${amount} (${worth})`
}
