import { fill } from '@bullring/wire/text/fill'
import { useId } from 'react'
import { limitsOf } from '#core/buy/buy-problem.ts'
import { fiatSign, fiatText } from '#core/buy/fiat-text.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { ChoiceButton } from '#ui/button/choice-button.tsx'
import { classNames } from '#ui/class-names.ts'
import { AmountBox } from '#ui/field/amount-box.tsx'
import { WalletImage } from '#ui/image/wallet-image.tsx'
import styles from './buy.module.css'
import { BUY_MESSAGES } from './buy-messages.ts'
import type { BuyChoice } from './use-buy-order.ts'

/** Amounts that a click enters. */
const AMOUNTS = ['100', '250', '500', '1000'] as const

/** Inputs for the amount to pay and its currency. */
export function PayBox({ choice: { fiat, order, problem } }: { choice: BuyChoice }) {
  const { router } = useKit()
  const { buyForm } = useAccountDeps()
  const messages = useMessages('buy', BUY_MESSAGES)
  const limitsId = useId()
  const { min, max } = limitsOf(fiat)
  const limits = { min: fiatText(min, fiat.id), max: fiatText(max, fiat.id) }
  const isBad = problem !== null && problem !== 'enterAmount'
  return (
    <div className={styles['form']}>
      <AmountBox
        label={messages.pay}
        amount={order.amount}
        isInvalid={isBad}
        onChange={(amount) => buyForm.setState({ amount })}
        unit={
          <ChoiceButton
            choice={{
              label: fiat.id,
              image: <WalletImage name={fiatSign(fiat.id)} source={null} size={28} isRound />,
            }}
            placeholder=""
            hint={messages.changeCurrency}
            onClick={() => router.push('OnRampFiatSelect')}
          />
        }
        footId={limitsId}
        foot={
          <span className={classNames(isBad && styles['bad'])} aria-live="polite">
            {fill(messages[problem ?? 'limits'], limits)}
          </span>
        }
      />
      <fieldset className={styles['amounts']} aria-label={messages.amounts}>
        {AMOUNTS.map((amount) => (
          <button
            key={amount}
            type="button"
            aria-pressed={amount === order.amount}
            onClick={() => buyForm.setState({ amount })}
          >
            {fiatText(amount, fiat.id)}
          </button>
        ))}
      </fieldset>
    </div>
  )
}
