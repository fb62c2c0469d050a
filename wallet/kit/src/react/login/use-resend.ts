import { useEffect, useState } from 'react'
import { emailFailureOf } from '#core/embedded/email-failure.ts'
import type { EmbeddedWallet } from '#core/embedded/embedded-wallet.ts'
import { useKit, useMessages } from '../kit-context.ts'
import { EMAIL_MESSAGES } from './email-messages.ts'
import { loadEmbeddedWallet } from './embedded-wallet.ts'
import { useEmailFailureText } from './use-email-login.ts'
import { useEmbeddedWallet } from './use-embedded-wallet.ts'

/** Counts the seconds down until another mail may be sent, and sends it. */
export function useResend(send: ((wallet: EmbeddedWallet) => Promise<unknown>) | null) {
  const kit = useKit()
  const messages = useMessages('email', EMAIL_MESSAGES)
  const textOf = useEmailFailureText()
  const wallet = useEmbeddedWallet()
  const [isBusy, setBusy] = useState(false)
  const [, setTick] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setTick((tick) => tick + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  const resend = async () => {
    setBusy(true)
    try {
      await send?.(await loadEmbeddedWallet(kit))
      kit.toasts.show('success', messages.resent)
    } catch (error) {
      kit.toasts.show('error', textOf(emailFailureOf(error, navigator.onLine)))
    } finally {
      setBusy(false)
    }
  }
  return {
    seconds: wallet?.record.secondsUntilNextMail() ?? 0,
    isBusy,
    run: () => void resend(),
  }
}
