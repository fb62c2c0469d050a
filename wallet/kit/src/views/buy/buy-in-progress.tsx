import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { fill } from '@bullring/wire/text/fill'
import { boughtText } from '#core/account/history/transactions.ts'
import type { CheckoutStage } from '#core/buy/checkout-stage.ts'
import type { Checkout } from '#core/buy/checkouts.ts'
import { UntrustedCheckoutError } from '#core/buy/untrusted-checkout-error.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useMessages, useStore } from '#react/kit-context.ts'
import { ConnectingPane } from '#ui/connecting-pane.tsx'
import { Note } from '#ui/note.tsx'
import styles from './buy.module.css'
import { BuyActions } from './buy-actions.tsx'
import { BUY_MESSAGES } from './buy-messages.ts'
import { usePurchase } from './use-purchase.ts'

/** Follows a purchase that the visitor makes on a provider's page. */
export function BuyInProgress() {
  const { checkouts } = useAccountDeps()
  const messages = useMessages('buy', BUY_MESSAGES)
  const { checkout } = useStore(checkouts, (state) => state)
  if (checkout === null) {
    return <Note icon="card" title={messages.noPurchases} detail={messages.noPurchasesDetail} />
  }
  return <Progress checkout={checkout} />
}

function Progress({ checkout }: { checkout: Checkout }) {
  const messages = useMessages('buy', BUY_MESSAGES)
  const { stage, purchase, isUnknown } = usePurchase(checkout)
  const { name } = checkout.provider
  const isFailed = stage === 'failed' || stage === 'linkFailed'
  const values = { provider: name, amount: purchase ? boughtText(purchase) : '' }
  return (
    <ConnectingPane
      name={name}
      image={null}
      icon="card"
      isWaiting={WAITING.has(stage)}
      isFailed={isFailed}
      isDone={stage === 'succeeded'}
      title={fill(messages[stage], values)}
      detail={fill(detailOf(stage, checkout, messages), values)}
    >
      {isUnknown && (
        <p className={styles['trouble']} role="alert">
          {messages.statusUnknown}
        </p>
      )}
      <BuyActions checkout={checkout} stage={stage} />
    </ConnectingPane>
  )
}

const WAITING: ReadonlySet<CheckoutStage> = new Set<CheckoutStage>([
  'opening',
  'waiting',
  'pending',
])

/** Shows the service's own reason for a refusal. */
function detailOf(
  stage: CheckoutStage,
  { error }: Checkout,
  messages: Record<keyof typeof BUY_MESSAGES, string>,
): string {
  if (stage !== 'linkFailed') return messages[`${stage}Detail`]
  if (error instanceof UntrustedCheckoutError) return messages.untrusted
  const isRefused = error instanceof ApiProblemError && error.detail !== null
  return isRefused ? (error.detail ?? '') : messages.linkFailedDetail
}
