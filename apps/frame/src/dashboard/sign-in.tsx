import { type FormEvent, useState } from 'react'
import type { FrameServices } from '#sdk/frame-services.ts'
import type { UsableSession } from '#sdk/wallet-session.ts'
import { CodeForm } from './code-form.tsx'
import styles from './dashboard.module.css'
import { Problem } from './problem.tsx'
import { useAction } from './use-action.ts'

type Step = 'email' | 'link' | 'code'

type SignInProps = { services: FrameServices; onSignedIn: (session: UsableSession) => void }

/** Sign-in by email: address, on a new device the mailed link, the mailed code. */
export function SignIn({ services, onSignedIn }: SignInProps) {
  const { emailLogin, session } = services
  const [step, setStep] = useState<Step>('email')
  const [email, setEmail] = useState('')
  const action = useAction()

  const start = async () => {
    const { action: next } = await emailLogin.start(email, null)
    if (next === 'VERIFY_DEVICE') {
      setStep('link')
      await emailLogin.waitForDevice()
    }
    setStep('code')
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    action.run(start)
  }

  if (step === 'code') {
    const onCode = async (code: string) =>
      onSignedIn(await session.open(await emailLogin.verify(code)))
    return (
      <section className={styles['card']}>
        <CodeForm email={email} label="Sign in" onCode={onCode} />
      </section>
    )
  }
  return (
    <form className={`${styles['card']} ${styles['form']}`} onSubmit={submit}>
      <label>
        Email address
        <input
          value={email}
          onChange={({ target }) => setEmail(target.value)}
          type="email"
          autoComplete="email"
          required
        />
      </label>
      {step === 'link' && action.isRunning && (
        <p role="status">Approve the login link we sent to {email}, then return to this page.</p>
      )}
      <Problem text={action.problem} />
      <button className={styles['strong']} type="submit" disabled={action.isRunning}>
        Continue
      </button>
    </form>
  )
}
