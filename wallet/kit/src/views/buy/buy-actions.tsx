import { fill } from '@bullring/wire/text/fill'
import type { CheckoutStage } from '#core/buy/checkout-stage.ts'
import type { Checkout } from '#core/buy/checkouts.ts'
import { useAccountDeps } from '#react/account/account-deps.ts'
import { useCopy, useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import { RetryButton } from '#ui/button/retry-button.tsx'
import { TextButton } from '#ui/button/text-button.tsx'
import styles from './buy.module.css'
import { BUY_MESSAGES } from './buy-messages.ts'

type BuyActionsProps = { checkout: Checkout; stage: CheckoutStage }

/** Actions of the visitor at a stage of a purchase. */
export function BuyActions({ checkout, stage }: BuyActionsProps) {
  const { router } = useKit()
  const { checkouts } = useAccountDeps()
  const messages = useMessages('buy', BUY_MESSAGES)
  const { request, provider } = checkout
  switch (stage) {
    case 'opening':
      return null
    case 'linkFailed':
    case 'failed':
      return (
        <RetryButton label={messages.retry} onClick={() => checkouts.start(request, provider)} />
      )
    case 'succeeded':
      return (
        <div className={styles['buttons']}>
          <Button tone="quiet" onClick={() => router.replace('OnRampActivity')}>
            {messages.purchases}
          </Button>
          <Button onClick={() => router.reset('Account')}>{messages.done}</Button>
        </div>
      )
    case 'pending':
      return (
        <Button tone="quiet" onClick={() => router.replace('OnRampActivity')}>
          {messages.purchases}
        </Button>
      )
    case 'waiting':
      return <CopyLink checkout={checkout} />
    case 'blocked':
    case 'closed':
    case 'late': {
      const label = stage === 'blocked' ? messages.open : messages.openAgain
      return (
        <>
          <Button onClick={checkouts.reopen}>{fill(label, { provider: provider.name })}</Button>
          <CopyLink checkout={checkout} />
        </>
      )
    }
  }
}

function CopyLink({ checkout: { url } }: { checkout: Checkout }) {
  const messages = useMessages('buy', BUY_MESSAGES)
  const copy = useCopy()
  if (url === null) return null
  return (
    <TextButton icon="copy" onClick={() => copy(url, messages.linkCopied)}>
      {messages.copyLink}
    </TextButton>
  )
}
