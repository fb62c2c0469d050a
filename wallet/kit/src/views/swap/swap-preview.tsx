import { fill } from '@bullring/wire/text/fill'
import { amountText, usdText } from '#core/account/amount/amount-text.ts'
import type { Asset } from '#core/account/asset.ts'
import type { WalletService } from '#core/service/wallet-service.ts'
import { swapFailureOf } from '#core/swap/swap-failure.ts'
import type { SwapPair } from '#core/swap/swap-requests.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { AssetImage } from '#react/account/asset-image.tsx'
import { OpenWalletLink } from '#react/connect/open-wallet-link.tsx'
import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { Icon } from '#ui/image/icon.tsx'
import layout from '#ui/layout.module.css'
import { Skeleton } from '#ui/skeleton.tsx'
import text from '#ui/text.module.css'
import styles from './swap.module.css'
import { SwapDetails } from './swap-details.tsx'
import { SWAP_MESSAGES } from './swap-messages.ts'
import { useQuote } from './use-quote.ts'
import { useReviewedSwap } from './use-reviewed-swap.ts'
import { useSwapFee } from './use-swap-fee.ts'
import { useSwapSteps } from './use-swap-steps.ts'

/** Decimals of the amount that a swap yields, rounded down. */
const RESULT_DECIMALS = 6

/** Shows the swap for review, and sends approval and swap. */
export function SwapPreview() {
  const pair = useReviewedSwap()
  const { service } = useAccountDeps()
  return pair === null || service === null ? null : <Review pair={pair} service={service} />
}

function Review({ pair, service }: { pair: SwapPair; service: WalletService }) {
  const { modal } = useKit()
  const messages = useMessages('swap', SWAP_MESSAGES)
  const fee = useSwapFee()
  const { quote, error: quoteError, refetch } = useQuote(pair)
  const steps = useSwapSteps({ pair, service, quote, refetchQuote: refetch })
  const { step, needsApproval, exchange } = steps
  const { from, to, amount } = pair
  const error = quote === null ? (quoteError ?? steps.error) : steps.error
  const values = { symbol: from.symbol, amount: amountText(amount, from.decimals, from.decimals) }
  return (
    <div className={layout['view']}>
      <div className={styles['sides']}>
        <Side label={messages.pay} asset={from} amount={amount} />
        <Side label={messages.get} asset={to} amount={quote?.toAmount ?? null} />
      </div>
      {quote !== null && <SwapDetails pair={pair} quote={quote} fee={fee} exchange={exchange} />}
      {error === null ? (
        <p className={styles['hint']}>
          <Icon name="warning" size={18} />
          {needsApproval === true ? fill(messages.approvalHint, values) : messages.checkCarefully}
        </p>
      ) : (
        <p className={styles['failed']} role="alert">
          {fill(messages[swapFailureOf(error)], values)}
        </p>
      )}
      <div className={styles['buttons']}>
        <Button tone="quiet" size="large" isDisabled={step !== 'ready'} onClick={modal.goBack}>
          {messages.cancel}
        </Button>
        {error === null ? (
          <NextStep steps={steps} symbol={from.symbol} isReady={quote !== null} />
        ) : (
          <Button size="large" onClick={steps.retry}>
            {messages.retry}
          </Button>
        )}
      </div>
      {(step === 'approving' || step === 'confirming') && <OpenWalletLink />}
    </div>
  )
}

type NextStepProps = {
  steps: ReturnType<typeof useSwapSteps>
  symbol: string
  /** A quote is there. */
  isReady: boolean
}

/** Approves or swaps. */
function NextStep({ steps, symbol, isReady }: NextStepProps) {
  const messages = useMessages('swap', SWAP_MESSAGES)
  const { step, needsApproval, exchange, approve, swap } = steps
  const isBusy = step !== 'ready' || !isReady || needsApproval === null || exchange === null
  const label = fill(needsApproval === true ? messages.approve : messages.swap, { symbol })
  return (
    <Button size="large" isBusy={isBusy} onClick={needsApproval === true ? approve : swap}>
      {step === 'ready' ? label : messages[STEP_TEXTS[step]]}
    </Button>
  )
}

const STEP_TEXTS = {
  approving: 'approving',
  approvalPending: 'approvalPending',
  confirming: 'confirm',
} as const

function Side({ label, asset, amount }: { label: string; asset: Asset; amount: bigint | null }) {
  const { symbol, decimals, price } = asset
  return (
    <div className={styles['side']}>
      <span className={text['fieldLabel']}>{label}</span>
      <b>
        {amount === null ? (
          <Skeleton width="96px" height="22px" />
        ) : (
          `${amountText(amount, decimals, RESULT_DECIMALS)} ${symbol}`
        )}
      </b>
      <span className={styles['worthBelow']}>
        {amount !== null && usdText(amount, decimals, price)}
      </span>
      <AssetImage asset={asset} />
    </div>
  )
}
