import { sendProblem } from '#core/account/send/send-rules.ts'
import { ASSET_MESSAGES } from '#react/account/asset-messages.ts'
import { useAccountType } from '#react/account/use-account-type.ts'
import { useAssets } from '#react/account/use-assets.ts'
import { type KitAccount, useKitAccount } from '#react/account/use-kit-account.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { Button } from '#ui/button/button.tsx'
import layout from '#ui/layout.module.css'
import { Note } from '#ui/note.tsx'
import { SendAmount } from './send-amount.tsx'
import { SEND_MESSAGES } from './send-messages.ts'
import { SendReceiver } from './send-receiver.tsx'
import { TransferArrow } from './transfer-arrow.tsx'
import { useReceiver } from './use-receiver.ts'
import { useReceiverProfile } from './use-receiver-profile.ts'
import { useSendFee } from './use-send-fee.ts'
import { useSendForm } from './use-send-form.ts'
import styles from './wallet-send.module.css'

/** The send form: token, amount and receiver. On a network that is not configured, nothing can be sent (R-SEND-6). */
export function WalletSend() {
  const messages = useMessages('send', SEND_MESSAGES)
  const account = useKitAccount()
  if (account === null) return null
  return account.network === null ? (
    <Note icon="globe" title={messages.unsupportedChain} />
  ) : (
    <SendForm account={account} />
  )
}

function SendForm({ account }: { account: KitAccount }) {
  const { router } = useKit()
  const messages = useMessages('send', SEND_MESSAGES)
  const { data: value = null, error, refetch } = useAssets()
  const form = useSendForm(value?.assets ?? null)
  useReceiver(form)
  useReceiverProfile(form, account)
  useSendFee(form, account.address)

  const coin = value?.assets.find(({ address }) => address === null)
  const isSmartAccount = useAccountType() === 'smartAccount'
  const problem = sendProblem({ ...form, coinBalance: coin?.balance ?? null, isSmartAccount })
  const isWaiting = form.isResolving || (value === null && error === null)
  if (error !== null && value === null) return <LoadFailed onRetry={() => void refetch()} />
  return (
    <form
      className={layout['view']}
      onSubmit={(event) => {
        event.preventDefault()
        if (problem === null && !isWaiting) router.push('WalletSendPreview')
      }}
    >
      <div className={styles['boxes']}>
        <SendAmount form={form} isLoading={value === null} problem={problem} />
        <TransferArrow />
        <SendReceiver form={form} isInvalid={problem === 'invalidAddress' && !form.isResolving} />
      </div>
      {/* With two inputs, Enter submits a form only if it has a submit button. */}
      <input type="submit" hidden />
      <Button
        size="large"
        isWide
        isBusy={isWaiting}
        isDisabled={problem !== null}
        onClick={() => router.push('WalletSendPreview')}
      >
        {form.isResolving ? messages.resolving : messages[problem ?? 'preview']}
      </Button>
    </form>
  )
}

function LoadFailed({ onRetry }: { onRetry: () => void }) {
  const messages = useMessages('assets', ASSET_MESSAGES)
  return (
    <div className={layout['view']}>
      <p className={styles['failed']} role="alert">
        {messages.unavailable}
      </p>
      <Button tone="quiet" isWide onClick={onRetry}>
        {messages.retry}
      </Button>
    </div>
  )
}
