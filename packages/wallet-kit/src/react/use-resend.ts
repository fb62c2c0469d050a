import { useEffect, useState } from 'react'
import { emailFailureOf } from '#core/embedded/email-failure.ts'
import type { EmbeddedWallet } from '#core/embedded/embedded-wallet.ts'
import { EMAIL_MESSAGES } from './email-messages.ts'
import { loadEmbeddedWallet } from './embedded-wallet.ts'
import { useKit, useMessages } from './kit-context.ts'
import { useEmailFailureText } from './use-email-login.ts'

/** Counts the seconds down until another mail may be sent, and sends it. */
export function useResend(send: (wallet: EmbeddedWallet) => Promise<unknown>) {
  const kit = useKit()
  const messages = useMessages('email', EMAIL_MESSAGES)
  const textOf = useEmailFailureText()
  const [wallet, setWallet] = useState<EmbeddedWallet | null>(null)
  const [isBusy, setBusy] = useState(false)
  const [, setTick] = useState(0)
  useEffect(() => {
    let isLeft = false
    // A failure shows when the mail is requested.
    loadEmbeddedWallet(kit).then(
      (loaded) => isLeft || setWallet(loaded),
      () => undefined,
    )
    const timer = setInterval(() => setTick((tick) => tick + 1), 1_000)
    return () => {
      isLeft = true
      clearInterval(timer)
    }
  }, [kit])
  const resend = async () => {
    setBusy(true)
    try {
      await send(await loadEmbeddedWallet(kit))
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
    resend: () => void resend(),
  }
}
