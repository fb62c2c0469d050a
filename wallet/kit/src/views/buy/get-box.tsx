import { fill } from '@bullring/wire/text/fill'
import { decimalText } from '#core/account/amount/amount-text.ts'
import type { BuyProvider } from '#core/buy/buy-offer.ts'
import type { BuyQuote } from '#core/buy/buy-requests.ts'
import { fiatText } from '#core/buy/fiat-text.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { useDebounced } from '#react/use-debounced.ts'
import { ChoiceButton } from '#ui/button/choice-button.tsx'
import amountBox from '#ui/field/amount-box.module.css'
import { WalletImage } from '#ui/image/wallet-image.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import text from '#ui/text.module.css'
import { BUY_MESSAGES } from './buy-messages.ts'
import type { BuyChoice } from './use-buy-order.ts'
import { useBuyQuote } from './use-buy-quote.ts'

/** A quote is requested when the visitor has stopped typing for this long. */
const DEBOUNCE_MS = 200

/** Decimals of the coins, rounded down. */
const SHOWN_DECIMALS = 6

type GetBoxProps = { choice: BuyChoice; providers: readonly BuyProvider[] }

/** The amount of coins to get, and the choice of the coin. */
export function GetBox({ choice: { coin, order, problem }, providers }: GetBoxProps) {
  const { router } = useKit()
  const messages = useMessages('buy', BUY_MESSAGES)
  const hasQuotes = providers.some((provider) => provider.hasQuotes)
  const amount = useDebounced(order.amount, DEBOUNCE_MS)
  const isSettled = amount === order.amount
  const canQuote = hasQuotes && problem === null && isSettled
  const { quote, error, isLoading } = useBuyQuote(canQuote ? order : null)
  const isWaiting = hasQuotes && problem === null && (isLoading || !isSettled)
  return (
    <div className={amountBox['box']}>
      <span className={text['fieldLabel']}>{messages.get}</span>
      <div className={amountBox['line']}>
        <output className={amountBox['result']} aria-live="polite">
          {isWaiting ? (
            <Skeleton width="96px" height="28px" />
          ) : quote === null ? (
            '–'
          ) : (
            decimalText(quote.coins, SHOWN_DECIMALS)
          )}
        </output>
        <ChoiceButton
          choice={{
            label: coin.symbol,
            image: <WalletImage name={coin.symbol} source={null} size={28} isRound />,
          }}
          placeholder=""
          hint={messages.changeToken}
          onClick={() => router.push('OnRampTokenSelect')}
        />
      </div>
      <div className={amountBox['foot']}>
        <span>
          {quote !== null && feesText(quote, order.fiat, messages)}
          {error !== null && messages.quoteFailed}
          {!hasQuotes && messages.quoteByProvider}
        </span>
      </div>
    </div>
  )
}

function feesText(
  { fees }: BuyQuote,
  fiat: string,
  messages: Pick<Record<keyof typeof BUY_MESSAGES, string>, 'fees' | 'noFees'>,
): string {
  const total = fees.reduce((sum, fee) => sum + Number(fee), 0)
  return total === 0
    ? messages.noFees
    : fill(messages.fees, { amount: fiatText(total.toFixed(2), fiat) })
}
