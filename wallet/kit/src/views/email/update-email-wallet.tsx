import { typedEmail } from '@bullring/wire/text/plain-text'
import { useId, useState } from 'react'
import { emailFailureOf } from '#core/embedded/email-failure.ts'
import { isEmail } from '#core/embedded/is-email.ts'
import type { WalletKit } from '#create-wallet-kit.ts'
import { useKit, useMessages } from '#react/kit-context.ts'
import { EMAIL_MESSAGES } from '#react/login/email-messages.ts'
import { loadEmbeddedWallet } from '#react/login/embedded-wallet.ts'
import { useEmailFailureText } from '#react/login/use-email-login.ts'
import { useEmbeddedWallet } from '#react/login/use-embedded-wallet.ts'
import { Button } from '#ui/button/button.tsx'
import styles from './update-email.module.css'

/** Changes the email address of the account: first the new address is entered. */
export function UpdateEmailWallet() {
  const wallet = useEmbeddedWallet()
  const current = wallet?.record.email() ?? null
  return current === null ? null : <EmailForm current={current} />
}

function EmailForm({ current }: { current: string }) {
  const { modal } = useKit()
  const messages = useMessages('email', EMAIL_MESSAGES)
  const [email, setEmail] = useState(current)
  const { save, isBusy, problem, clearProblem } = useUpdate(current)
  const [inputId, problemId] = [useId(), useId()]
  const newEmail = email.trim()
  const canSave = newEmail.length > 3 && newEmail.toLowerCase() !== current.toLowerCase()
  const submit = () => {
    if (canSave && !isBusy) void save(newEmail)
  }
  return (
    <form
      noValidate
      className={styles['form']}
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      <label htmlFor={inputId}>{messages.email}</label>
      <input
        id={inputId}
        type="email"
        inputMode="email"
        autoComplete="email"
        autoCapitalize="off"
        spellCheck={false}
        enterKeyHint="go"
        aria-invalid={problem !== ''}
        aria-describedby={problemId}
        readOnly={isBusy}
        value={email}
        onChange={(event) => {
          setEmail(event.target.value)
          clearProblem()
        }}
      />
      <p id={problemId} className={styles['problem']} role="alert">
        {problem}
      </p>
      <div className={styles['buttons']}>
        <Button tone="quiet" size="large" onClick={modal.goBack}>
          {messages.cancel}
        </Button>
        <Button size="large" isDisabled={!canSave} isBusy={isBusy} onClick={submit}>
          {messages.save}
        </Button>
      </div>
    </form>
  )
}

function useUpdate(email: string) {
  const kit = useKit()
  const textOf = useEmailFailureText()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState('')
  const save = async (typed: string) => {
    const newEmail = typedEmail(typed)
    if (!isEmail(newEmail)) return setProblem(textOf({ cause: 'invalid' }))
    setBusy(true)
    setProblem('')
    try {
      await startUpdate(kit, { email, newEmail })
    } catch (error) {
      setProblem(textOf(emailFailureOf(error, navigator.onLine)))
    } finally {
      setBusy(false)
    }
  }
  return { save, isBusy, problem, clearProblem: () => setProblem('') }
}

async function startUpdate(kit: WalletKit, change: { email: string; newEmail: string }) {
  const { updateEmail } = await loadEmbeddedWallet(kit)
  const action = await updateEmail(change.newEmail)
  kit.events.emit({ event: 'EMAIL_EDIT' })
  if (action === 'VERIFY_SECONDARY_OTP') kit.router.push('UpdateEmailSecondaryOtp', change)
  else kit.router.push('UpdateEmailPrimaryOtp', change)
}
