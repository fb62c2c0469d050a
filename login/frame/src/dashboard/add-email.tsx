import { fill } from '@bullring/wire/text/fill'
import { type FormEvent, useState } from 'react'
import { useMessages } from '#i18n/messages-context.tsx'
import type { FrameServices } from '#sdk/frame-services.ts'
import type { UsableSession } from '#sdk/wallet-session.ts'
import { CodeForm } from './code-form.tsx'
import styles from './dashboard.module.css'
import { EmailInput } from './email-input.tsx'
import { useFreshLogin } from './fresh-login.tsx'
import { ActionProblem } from './problem.tsx'
import { useAction } from './use-action.ts'
import { useAsking } from './use-asking.tsx'

type Step = { name: 'closed' } | { name: 'code'; email: string } | { name: 'done'; email: string }

type AddEmailProps = { services: FrameServices; session: UsableSession }

/** Lets a user of another site log in with an email, too. Never in the frame: an app could add its own. */
export function AddEmail({ services, session: signedIn }: AddEmailProps) {
  const { addEmail: texts } = useMessages()
  const asking = useAsking()
  const { loginEmail } = signedIn.session.user
  const [step, setStep] = useState<Step>(
    loginEmail === null ? { name: 'closed' } : { name: 'done', email: loginEmail },
  )
  const action = useAction()
  const login = useFreshLogin(services, signedIn, action)
  const start = (email: string) =>
    action.run(() =>
      login.run(async () => {
        // The token of a login that was only just repeated.
        const { token, wallet } = await services.session.require()
        const own = { token, walletId: wallet.id, onAsk: asking.start }
        await asking.during(() => services.emailChange.start({ ...own, email: null }, email))
        setStep({ name: 'code', email })
      }),
    )
  const confirm = async (code: string) => {
    const email = await services.emailChange.confirmSecondary(code)
    await services.session.refresh().catch(() => undefined)
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
            onCode={confirm}
            onCancel={() => setStep({ name: 'closed' })}
          />
        </>
      )}
      {step.name === 'done' && <p role="status">{fill(texts.present, { email: step.email })}</p>}
      {login.form}
      {asking.text}
      <ActionProblem action={action} />
    </section>
  )
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
