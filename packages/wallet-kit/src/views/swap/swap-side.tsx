import { fill } from '@bullring/wire/text/fill'
import { useId } from 'react'
import { formatUnits } from 'viem/utils'
import { amountText, usdText } from '#core/account/amount-text.ts'
import type { Asset } from '#core/account/asset.ts'
import { balanceText } from '#core/account/balance-text.ts'
import { maxAmount } from '#core/account/send-rules.ts'
import { parseAmount, typedAmount } from '#core/account/typed-amount.ts'
import { useAccountDeps } from '#react/account-deps.ts'
import { AssetImage } from '#react/asset-image.tsx'
import { BuyLink } from '#react/buy-link.tsx'
import { useKit, useMessages } from '#react/kit-context.ts'
import amountBox from '#ui/amount-box.module.css'
import { ChoiceButton } from '#ui/choice-button.tsx'
import { classNames } from '#ui/class-names.ts'
import { Skeleton } from '#ui/skeleton.tsx'
import text from '#ui/text.module.css'
import { TextButton } from '#ui/text-button.tsx'
import styles from './swap.module.css'
import { SWAP_MESSAGES } from './swap-messages.ts'

/** Decimals of the amount that a swap yields, rounded down. */
const RESULT_DECIMALS = 6

type PayBoxProps = { asset: Asset | null; amount: string; fee: bigint | null; isBad: boolean }

/** Inputs for the amount to swap and its token. */
export function PayBox({ asset, amount, fee, isBad }: PayBoxProps) {
  const { swapForm } = useAccountDeps()
  const messages = useMessages('swap', SWAP_MESSAGES)
  const id = useId()
  const value = asset === null ? null : parseAmount(amount, asset.decimals)
  const enterMax = (from: Asset) =>
    swapForm.setState({ amount: formatUnits(maxAmount(from, fee ?? 0n), from.decimals) })
  return (
    <div className={amountBox['box']}>
      <label className={text['fieldLabel']} htmlFor={id}>
        {messages.pay}
      </label>
      <div className={amountBox['line']}>
        <input
          id={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder="0"
          value={amount}
          disabled={asset === null}
          aria-invalid={isBad}
          onChange={(event) => swapForm.setState({ amount: typedAmount(event.target.value) })}
        />
        <SideToken asset={asset} side="from" />
      </div>
      <div className={amountBox['foot']}>
        <span>
          {asset !== null && value !== null && usdText(value, asset.decimals, asset.price)}
        </span>
        {asset !== null && (
          <span className={styles['balance']}>
            <span className={classNames(isBad && styles['bad'])}>
              {fill(messages.balance, { amount: balanceText(asset) })}
            </span>
            {isBad && asset.address === null && <BuyLink />}
            <TextButton
              isDisabled={asset.balance === 0n || (asset.address === null && fee === null)}
              onClick={() => enterMax(asset)}
            >
              {messages.max}
            </TextButton>
          </span>
        )}
      </div>
    </div>
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
