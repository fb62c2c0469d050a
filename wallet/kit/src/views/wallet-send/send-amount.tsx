import { fill } from '@bullring/wire/text/fill'
import { formatUnits } from 'viem/utils'
import { usdText } from '#core/account/amount/amount-text.ts'
import { balanceText } from '#core/account/amount/balance-text.ts'
import { parseAmount } from '#core/account/amount/typed-amount.ts'
import type { Asset } from '#core/account/asset.ts'
import type { SendFormState } from '#core/account/send/send-form.ts'
import { isAmountProblem, maxAmount, type SendProblem } from '#core/account/send/send-rules.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { AssetImage } from '#react/account/asset-image.tsx'
import { BuyLink } from '#react/account/buy-link.tsx'
import { useKit, useMessages } from '#react/kit-context.ts'
import { ChoiceButton } from '#ui/button/choice-button.tsx'
import { TextButton } from '#ui/button/text-button.tsx'
import { classNames } from '#ui/class-names.ts'
import { AmountBox } from '#ui/field/amount-box.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { SEND_MESSAGES } from './send-messages.ts'
import styles from './wallet-send.module.css'

type SendAmountProps = { form: SendFormState; isLoading: boolean; problem: SendProblem | null }

/** Inputs for token and amount. */
export function SendAmount({ form, isLoading, problem }: SendAmountProps) {
  const { router } = useKit()
  const { sendForm } = useAccountDeps()
  const messages = useMessages('send', SEND_MESSAGES)
  const { asset, amount, fee } = form
  const isBad = isAmountProblem(problem)
  const value = asset === null ? null : parseAmount(amount, asset.decimals)
  const worth =
    asset === null || value === null ? null : usdText(value, asset.decimals, asset.price)
  return (
    <AmountBox
      label={messages.amount}
      amount={amount}
      isLarge
      isInvalid={isBad}
      isDisabled={asset === null}
      onChange={(typed) => sendForm.setState({ amount: typed })}
      unit={
        <ChoiceButton
          choice={asset && { label: asset.symbol, image: <AssetImage asset={asset} size={28} /> }}
          placeholder={messages.selectTokenButton}
          hint={messages.changeToken}
          onClick={() => router.push('WalletSendSelectToken')}
        />
      }
      foot={
        <>
          <span>{worth}</span>
          {isLoading && <Skeleton width="120px" height="16px" />}
          {asset !== null && <Available asset={asset} fee={fee} isBad={isBad} />}
        </>
      }
    />
  )
}

type AvailableProps = { asset: Asset; fee: bigint | null; isBad: boolean }

/** The balance, with a button that enters the largest amount. */
function Available({ asset, fee, isBad }: AvailableProps) {
  const { sendForm } = useAccountDeps()
  const messages = useMessages('send', SEND_MESSAGES)
  const { decimals, symbol } = asset
  // The fee limits Max of the native coin only, not of tokens.
  const canUseMax = asset.address !== null || fee !== null
  const enterMax = () =>
    sendForm.setState({ amount: formatUnits(maxAmount(asset, fee ?? 0n), decimals) })
  return (
    <span className={styles['available']}>
      <span className={classNames(isBad && styles['bad'])}>
        {fill(messages.available, { amount: balanceText(asset), symbol })}
      </span>
      {isBad && asset.address === null && <BuyLink />}
      <TextButton isDisabled={!canUseMax} onClick={enterMax}>
        {messages.max}
      </TextButton>
    </span>
  )
}
