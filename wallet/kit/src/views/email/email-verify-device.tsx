import { useEffect } from 'react'
import { EmbeddedWalletError } from '#core/embedded/embedded-wallet-error.ts'
import type { WalletKit } from '#create-wallet-kit.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { EMAIL_MESSAGES } from '#react/login/email-messages.ts'
import { loadEmbeddedWallet } from '#react/login/embedded-wallet.ts'
import { MailPane } from '#react/login/mail-pane.tsx'
import { useResend } from '#react/login/use-resend.ts'
import styles from './email-verify-device.module.css'

/** Waits until the user has opened the link of a mail. The code that confirms the login follows. */
export function EmailVerifyDevice({ data: { email } }: { data: { email: string } }) {
  const kit = useKit()
  const messages = useMessages('email', EMAIL_MESSAGES)
  const resend = useResend((wallet) => wallet.connectEmail(email))
  useEffect(() => {
    const left = new AbortController()
    void waitForApproval(kit, email, left.signal)
    return () => left.abort()
  }, [kit, email])
  return (
    <MailPane
      icon="mail"
      title={messages.linkSentTo}
      email={email}
      detail={messages.linkExpires}
      again={{ ...resend, question: messages.notReceived, label: messages.resendEmail }}
    >
      <p className={styles['hint']}>{messages.linkHint}</p>
    </MailPane>
  )
}

/** Asks again after each timeout (R-FRAME-8): people open mails later than in 30 s. */
async function waitForApproval(kit: WalletKit, email: string, signal: AbortSignal) {
  const { events, modal, router, toasts } = kit
  try {
    const wallet = await loadEmbeddedWallet(kit)
    while (!(await isApproved(wallet.connectDevice(signal)))) {
      if (signal.aborted) return
    }
  } catch (error) {
    if (signal.aborted) return
    modal.goBack()
    if (error instanceof Error) toasts.show('error', error.message)
    return
  }
  events.emit({ event: 'DEVICE_REGISTERED_FOR_EMAIL' })
  events.emit({ event: 'EMAIL_VERIFICATION_CODE_SENT' })
  router.replace('EmailVerifyOtp', { email })
}

/** False after a timeout; other failures are thrown. */
async function isApproved(answer: Promise<void>): Promise<boolean> {
  try {
    await answer
    return true
  } catch (error) {
    const isLate = error instanceof EmbeddedWalletError && error.failure === 'timedOut'
    if (!isLate) throw error
    return false
  }
}
