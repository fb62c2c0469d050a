import { fill } from '@bullring/wire/text/fill'
import { type FormEvent, useEffect, useState } from 'react'
import { useMessages } from '#i18n/messages-context.tsx'
import type { FrameServices } from '#sdk/frame-services.ts'
import type { UsableSession } from '#sdk/wallet-session.ts'
import { ActionProblem } from './action/problem.tsx'
import { useAction } from './action/use-action.ts'
import { useAsking } from './action/use-asking.tsx'
import { useInterruption } from './action/use-interruption.tsx'
import { CodeForm } from './code-form.tsx'
import styles from './dashboard.module.css'
import { EmailInput } from './email-input.tsx'
import { useFreshLogin } from './fresh-login.tsx'
import { forgetStartedEmail, readStartedEmail, storeStartedEmail } from './started-email.ts'

type Step = { name: 'closed' } | { name: 'code'; email: string } | { name: 'done'; email: string }

type AddEmailProps = { services: FrameServices; session: UsableSession }

/** Lets a user of another site log in with an email, too. Never in the frame: an app could add its own. */
export function AddEmail({ services, session: signedIn }: AddEmailProps) {
  const { addEmail: texts } = useMessages()
  const asking = useAsking()
  const [step, setStep] = useState<Step>(() => firstStep(signedIn))
  useEffect(() => {
    const email = readStartedEmail(signedIn.wallet.id)
    const login = { token: signedIn.token, walletId: signedIn.wallet.id, email: null }
    if (email !== null) services.emailChange.proceed(login, email)
  }, [services, signedIn])
  const action = useAction('email')
  const interruption = useInterruption('email', action)
  const login = useFreshLogin(services, signedIn, action)
  const start = (email: string) =>
    action.run(() =>
      login.run(async () => {
        // The token of a login that was only just repeated.
        const { token, wallet } = await services.session.require()
        const own = { token, walletId: wallet.id, onAsk: asking.start }
        await asking.during(() => services.emailChange.start({ ...own, email: null }, email))
        storeStartedEmail(wallet.id, email)
        setStep({ name: 'code', email })
      }),
    )
  const confirm = async (code: string) => {
    const { token, wallet } = await services.session.require()
    const email = await services.emailChange.confirmSecondary(code, { token, walletId: wallet.id })
    await services.session.refresh().catch(() => undefined)
    forgetStartedEmail()
    setStep({ name: 'done', email })
  }
  return (
    <section className={styles['card']} aria-busy={action.isRunning}>
      <h2>{texts.title}</h2>
      {step.name === 'closed' && <EmailForm isRunning={action.isRunning} onEmail={start} />}
      {step.name === 'code' && (
        <>
          <p role="status">{fill(texts.sent, { email: step.email })}</p>
          <CodeForm
            email={step.email}
            label={texts.confirm}
            action="email"
            onCode={confirm}
            onCancel={() => {
              forgetStartedEmail()
              setStep({ name: 'closed' })
            }}
          />
        </>
      )}
      {step.name === 'done' && <p role="status">{fill(texts.present, { email: step.email })}</p>}
      {login.form}
      {asking.text}
      {interruption}
      <ActionProblem action={action} />
    </section>
  )
}

/** A page that is loaded again goes on with the code that was mailed. */
function firstStep({ session, wallet }: UsableSession): Step {
  const { loginEmail } = session.user
  if (loginEmail !== null) return { name: 'done', email: loginEmail }
  const email = readStartedEmail(wallet.id)
  return email === null ? { name: 'closed' } : { name: 'code', email }
}

type EmailFormProps = { isRunning: boolean; onEmail: (email: string) => void }

function EmailForm({ isRunning, onEmail }: EmailFormProps) {
  const { addEmail: texts } = useMessages()
  const [email, setEmail] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onEmail(email)
  }
  return (
    <form className={styles['form']} onSubmit={submit}>
      <p>{texts.missing}</p>
      <EmailInput value={email} onChange={setEmail} />
      <button className={styles['quiet']} type="submit" disabled={isRunning}>
        {texts.add}
      </button>
    </form>
  )
}
