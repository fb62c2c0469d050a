import { fill } from '@bullring/wire/text/fill'
import { typedEmail } from '@bullring/wire/text/plain-text'
import { useState } from 'react'
import { type EmailFailure, emailFailureOf } from '#core/embedded/email-failure.ts'
import { isEmail } from '#core/embedded/is-email.ts'
import type { WalletKit } from '#create-wallet-kit.ts'
import { useKit, useMessages } from '../kit-context.ts'
import { EMAIL_MESSAGES } from './email-messages.ts'
import { connectEmbeddedWallet, loadEmbeddedWallet } from './embedded-wallet.ts'

/** Starts a login by email and leads to its next view. */
export function useEmailLogin() {
  const kit = useKit()
  const textOf = useEmailFailureText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const submit = async (typed: string) => {
    const email = typedEmail(typed)
    kit.events.emit({ event: 'EMAIL_SUBMITTED' })
    if (!isEmail(email)) return setProblem(textOf({ cause: 'invalid' }))
    setBusy(true)
    setProblem('')
    try {
      await startLogin(kit, email, textOf, setProblem)
    } catch (error) {
      setProblem(textOf(emailFailureOf(error, navigator.onLine)))
    } finally {
      setBusy(false)
    }
  }
  return { submit, isBusy, problem, clearProblem: () => setProblem('') }
}

async function startLogin(
  kit: WalletKit,
  email: string,
  textOf: (failure: EmailFailure) => string,
  setProblem: (text: string) => void,
): Promise<void> {
  const { events, router } = kit
  const wallet = await loadEmbeddedWallet(kit)
  const seconds = wallet.record.secondsUntilNextMail()
  if (seconds > 0) return setProblem(textOf({ cause: 'cooldown', seconds }))
  const action = await wallet.connectEmail(email)
  if (action === 'VERIFY_DEVICE') return router.push('EmailVerifyDevice', { email })
  if (action === 'VERIFY_OTP') {
    events.emit({ event: 'EMAIL_VERIFICATION_CODE_SENT' })
    return router.push('EmailVerifyOtp', { email })
  }
  await connectEmbeddedWallet(kit)
  reportConnected(kit)
}

/** Reports a login by email to the app. */
export function reportConnected({ events }: WalletKit): void {
  events.emit({ event: 'CONNECT_SUCCESS', properties: { method: 'email', name: 'Email' } })
}

/** Returns a function for the text of a failed login step. */
export function useEmailFailureText(): (failure: EmailFailure) => string {
  const messages = useMessages('email', EMAIL_MESSAGES)
  return (failure) => {
    if (failure.cause === 'refused') return failure.message
    if (failure.cause === 'cooldown') return fill(messages.cooldown, { n: failure.seconds })
    return messages[failure.cause]
  }
}
