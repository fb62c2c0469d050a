import { fill } from '@bullring/wire/text/fill'
import { formatUnits } from 'viem/utils'
import { amountText, usdText } from '#core/account/amount/amount-text.ts'
import { balanceText } from '#core/account/amount/balance-text.ts'
import { parseAmount } from '#core/account/amount/typed-amount.ts'
import type { Asset } from '#core/account/asset.ts'
import { maxAmount } from '#core/account/send/send-rules.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { AssetImage } from '#react/account/asset-image.tsx'
import { BuyLink } from '#react/account/buy-link.tsx'
import { useKit, useMessages } from '#react/kit-context.ts'
import { ChoiceButton } from '#ui/button/choice-button.tsx'
import { TextButton } from '#ui/button/text-button.tsx'
import { classNames } from '#ui/class-names.ts'
import amountBox from '#ui/field/amount-box.module.css'
import { AmountBox } from '#ui/field/amount-box.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import text from '#ui/text.module.css'
import styles from './swap.module.css'
import { SWAP_MESSAGES } from './swap-messages.ts'

/** Decimals of the amount that a swap yields, rounded down. */
const RESULT_DECIMALS = 6

type PayBoxProps = { asset: Asset | null; amount: string; fee: bigint | null; isBad: boolean }

/** Inputs for the amount to swap and its token. */
export function PayBox({ asset, amount, fee, isBad }: PayBoxProps) {
  const { swapForm } = useAccountDeps()
  const messages = useMessages('swap', SWAP_MESSAGES)
  const value = asset === null ? null : parseAmount(amount, asset.decimals)
  const worth =
    asset === null || value === null ? null : usdText(value, asset.decimals, asset.price)
  return (
    <AmountBox
      label={messages.pay}
      amount={amount}
      isInvalid={isBad}
      isDisabled={asset === null}
      onChange={(typed) => swapForm.setState({ amount: typed })}
      unit={<SideToken asset={asset} side="from" />}
      foot={
        <>
          <span>{worth}</span>
          {asset !== null && <Balance asset={asset} fee={fee} isBad={isBad} />}
        </>
      }
    />
  )
}

type BalanceProps = { asset: Asset; fee: bigint | null; isBad: boolean }

/** The balance, with a button that enters the largest amount. */
function Balance({ asset, fee, isBad }: BalanceProps) {
  const { swapForm } = useAccountDeps()
  const messages = useMessages('swap', SWAP_MESSAGES)
  const enterMax = () =>
    swapForm.setState({ amount: formatUnits(maxAmount(asset, fee ?? 0n), asset.decimals) })
  return (
    <span className={styles['balance']}>
      <span className={classNames(isBad && styles['bad'])}>
        {fill(messages.balance, { amount: balanceText(asset) })}
      </span>
      {isBad && asset.address === null && <BuyLink />}
      <TextButton
        isDisabled={asset.balance === 0n || (asset.address === null && fee === null)}
        onClick={enterMax}
      >
        {messages.max}
      </TextButton>
    </span>
  )
}

type ReceiveBoxProps = { asset: Asset | null; amount: bigint | null; isLoading: boolean }

/** The amount that the swap yields, and its token. */
export function ReceiveBox({ asset, amount, isLoading }: ReceiveBoxProps) {
  const messages = useMessages('swap', SWAP_MESSAGES)
  return (
    <div className={amountBox['box']}>
      <span className={text['fieldLabel']}>{messages.get}</span>
      <div className={amountBox['line']}>
        <output className={amountBox['result']} aria-live="polite">
          {isLoading ? (
            <Skeleton width="96px" height="28px" />
          ) : asset !== null && amount !== null ? (
            amountText(amount, asset.decimals, RESULT_DECIMALS)
          ) : (
            '0'
          )}
        </output>
        <SideToken asset={asset} side="to" />
      </div>
      <div className={amountBox['foot']}>
        <span>
          {asset !== null && amount !== null && usdText(amount, asset.decimals, asset.price)}
        </span>
        {asset !== null && (
          <span className={styles['balance']}>
            {fill(messages.balance, { amount: balanceText(asset) })}
          </span>
        )}
      </div>
    </div>
  )
}

function SideToken({ asset, side }: { asset: Asset | null; side: 'from' | 'to' }) {
  const { events, router } = useKit()
  const messages = useMessages('swap', SWAP_MESSAGES)
  const openList = () => {
    events.emit({ event: 'CLICK_SELECT_TOKEN_TO_SWAP' })
    router.push('SwapSelectToken', { side })
  }
  return (
    <ChoiceButton
      choice={asset && { label: asset.symbol, image: <AssetImage asset={asset} size={28} /> }}
      placeholder={messages.selectToken}
      hint={messages.changeToken}
      onClick={openList}
    />
  )
}
