import { MAX_UINT256 } from '@bullring/wallet-api/blockchain-api/token-amount-field'
import { fill } from '@bullring/wire/text/fill'
import { useEffect } from 'react'
import { formatUnits } from 'viem/utils'
import { parseAmount } from '#core/account/amount/typed-amount.ts'
import type { Asset } from '#core/account/asset.ts'
import type { SwapArguments } from '#core/modal/views.ts'
import { isNotOffered } from '#core/service/refusal.ts'
import { swapFailureOf } from '#core/swap/swap-failure.ts'
import { swapProblem } from '#core/swap/swap-problem.ts'
import { startOfSwap } from '#core/swap/swap-start.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useAccountType } from '#react/account/use-account-type.ts'
import { useKitAccount } from '#react/account/use-kit-account.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { useDebounced } from '#react/use-debounced.ts'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/image/icon.tsx'
import layout from '#ui/layout.module.css'
import { SkeletonRows } from '#ui/list/row-list.tsx'
import { Note } from '#ui/note.tsx'
import styles from './swap.module.css'
import { SwapDetails } from './swap-details.tsx'
import { SWAP_MESSAGES } from './swap-messages.ts'
import { PayBox, ReceiveBox } from './swap-side.tsx'
import { useQuote } from './use-quote.ts'
import { useSwapAssets } from './use-swap-assets.ts'
import { useSwapFee } from './use-swap-fee.ts'
import { type SwapSides, useSwapForm } from './use-swap-form.ts'
import { swapProperties } from './use-swap-result.ts'

/** A quote is requested when the visitor has stopped typing for this long. */
const DEBOUNCE_MS = 200

/** The swap form: what to pay, what to get, and the price. */
export function Swap({ data }: { data: SwapArguments | undefined }) {
  const messages = useMessages('swap', SWAP_MESSAGES)
  const { assets, error, retry } = useSwapAssets()
  const sides = useSwapForm(assets)
  useStart(data, assets, sides)
  if (assets?.length === 0 || (assets === null && isNotOffered(error))) {
    return <Note icon="swap" title={messages.notOffered} detail={messages.notOfferedDetail} />
  }
  if (assets === null && error !== null) {
    return (
      <Note icon="warning" title={messages.unavailable}>
        <Button tone="quiet" onClick={retry}>
          {messages.retry}
        </Button>
      </Note>
    )
  }
  if (assets === null) {
    return (
      <div className={layout['view']} role="status" aria-label={messages.loading}>
        <SkeletonRows count={3} />
      </div>
    )
  }
  const coin = assets.find(({ address }) => address === null)
  return <Form sides={sides} coinBalance={coin?.balance ?? null} />
}

function Form({ sides, coinBalance }: { sides: SwapSides; coinBalance: bigint | null }) {
  const { form, from, to } = sides
  const { events, router } = useKit()
  const { swapForm } = useAccountDeps()
  const messages = useMessages('swap', SWAP_MESSAGES)
  const account = useKitAccount()
  const fee = useSwapFee()
  const amount = useDebounced(form.amount, DEBOUNCE_MS)
  const value = from === null ? null : parseAmount(amount, from.decimals)
  const isComplete = from !== null && to !== null && value !== null && isQuotable(value)
  const pair =
    isComplete && account !== null ? { from, to, amount: value, account: account.address } : null
  const { quote, error, isLoading } = useQuote(pair)
  const isSmartAccount = useAccountType() === 'smartAccount'
  const problem = swapProblem({
    from,
    to,
    amount: form.amount,
    coinBalance,
    fee,
    isSmartAccount,
  })
  const isCurrent = amount === form.amount && quote !== null
  const symbol = account?.network?.nativeCurrency.symbol ?? ''
  const reverse = () => {
    const text = isCurrent && to !== null ? formatUnits(quote.toAmount, to.decimals) : form.amount
    swapForm.setState({ from: form.to, to: form.from, amount: text })
  }
  const review = () => {
    if (pair === null) return
    events.emit({ event: 'INITIATE_SWAP', properties: swapProperties(pair, quote) })
    router.push('SwapPreview')
  }
  return (
    <div className={layout['view']}>
      <div className={styles['sides']}>
        <PayBox
          asset={from}
          amount={form.amount}
          fee={fee}
          isBad={problem !== null && IS_BAD.has(problem)}
        />
        <ReverseButton onClick={reverse} />
        <ReceiveBox asset={to} amount={isCurrent ? quote.toAmount : null} isLoading={isLoading} />
      </div>
      {isCurrent && pair !== null && <SwapDetails pair={pair} quote={quote} fee={fee} />}
      {error !== null && quote === null && pair !== null && (
        <p className={styles['failed']} role="alert">
          {fill(messages[swapFailureOf(error)], { symbol })}
        </p>
      )}
      {problem === 'selectToken' ? (
        <ChooseButton sides={sides} />
      ) : (
        <ReviewButton
          problem={problem === null ? null : fill(messages[problem], { symbol })}
          isLoading={isLoading}
          isCurrent={isCurrent}
          onClick={review}
        />
      )}
    </div>
  )
}

/** Opens the list of tokens for the side that has none. */
function ChooseButton({ sides: { from } }: { sides: SwapSides }) {
  const side = from === null ? 'from' : 'to'
  const { router } = useKit()
  const { selectToken } = useMessages('swap', SWAP_MESSAGES)
  return (
    <Button size="large" isWide onClick={() => router.push('SwapSelectToken', { side })}>
      {selectToken}
    </Button>
  )
}

type ReviewButtonProps = {
  problem: string | null
  isLoading: boolean
  isCurrent: boolean
  onClick: () => void
}

/** Leads to the review of a swap, or says what is missing. */
function ReviewButton({ problem, isLoading, isCurrent, onClick }: ReviewButtonProps) {
  const messages = useMessages('swap', SWAP_MESSAGES)
  return (
    <Button
      size="large"
      isWide
      isBusy={problem === null && isLoading}
      isDisabled={problem !== null || !isCurrent}
      onClick={onClick}
    >
      {problem ?? (isLoading ? messages.fetching : messages.review)}
    </Button>
  )
}

/** The wallet service refuses other amounts. */
function isQuotable(amount: bigint): boolean {
  return amount > 0n && amount <= MAX_UINT256
}

function ReverseButton({ onClick }: { onClick: () => void }) {
  const { reverse } = useMessages('swap', SWAP_MESSAGES)
  return (
    <button type="button" className={styles['reverse']} title={reverse} onClick={onClick}>
      <Icon name="swap" size={18} />
    </button>
  )
}

const NO_ARGUMENTS: SwapArguments = {}

/** Fills in what the app has opened the view with. Later, the visitor chooses. */
function useStart(
  data: SwapArguments = NO_ARGUMENTS,
  assets: readonly Asset[] | null,
  { form }: SwapSides,
): void {
  const { swapForm } = useAccountDeps()
  const { from, owner, start } = form
  useEffect(() => {
    if (assets === null || owner === '' || start === data) return
    if (data === NO_ARGUMENTS && from !== null) return
    swapForm.setState(startOfSwap(data, assets))
  }, [assets, owner, start, from, data, swapForm])
}

/** Problems that turn the amount red. */
const IS_BAD: ReadonlySet<string> = new Set([
  'incorrectAmount',
  'insufficientBalance',
  'insufficientGas',
])
