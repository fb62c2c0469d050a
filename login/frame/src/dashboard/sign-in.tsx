import type { SessionOpenRequest } from '@bullring/login-api/custody-api/session'
import { fill } from '@bullring/wire/text/fill'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useMessages } from '#i18n/messages-context.tsx'
import { createCodeLogin } from '#login/code-login.ts'
import type { FrameServices } from '#sdk/frame-services.ts'
import type { UsableSession } from '#sdk/wallet-session.ts'
import { ActionProblem } from './action/problem.tsx'
import { useAction } from './action/use-action.ts'
import { useMailWait } from './action/use-mail-wait.tsx'
import { CodeForm } from './code-form.tsx'
import styles from './dashboard.module.css'
import { EmailInput } from './email-input.tsx'
import { type Site, SiteLogins } from './site-logins.tsx'

type SignInProps = { services: FrameServices; onSignedIn: (session: UsableSession) => void }

/** Sign-in by email (address, on a new device the mailed link, the mailed code), or by another site. */
export function SignIn({ services, onSignedIn }: SignInProps) {
  const { dashboard: texts } = useMessages()
  const { emailLogin, session } = services
  const [coded, setCoded] = useState<string | null>(null)
  const [round, setRound] = useState(0)
  const [codeLogin] = useState(createCodeLogin<SessionOpenRequest>)
  const onLogin = async (login: SessionOpenRequest) => onSignedIn(await session.open(login))
  if (coded !== null) {
    const onCode = (code: string) => codeLogin(code, emailLogin.verify, onLogin)
    return (
      <section className={styles['card']}>
        <CodeForm
          email={coded}
          label={texts.signIn}
          onCode={onCode}
          onCancel={() => setCoded(null)}
        />
      </section>
    )
  }
  const sites = sitesOf(services.config)
  return (
    <>
      <EmailForm
        key={round}
        emailLogin={emailLogin}
        onCodeSent={setCoded}
        onCancel={() => setRound(round + 1)}
      />
      {sites.length > 0 && (
        <section className={styles['card']}>
          <p>{texts.otherWays}</p>
          <SiteLogins
            services={services}
            sites={sites}
            label={texts.continueWith}
            onLogin={onLogin}
          />
        </section>
      )}
    </>
  )
}

type EmailFormProps = Pick<FrameServices, 'emailLogin'> & {
  onCodeSent: (email: string) => void
  onCancel: () => void
}

/** Asks for the address, and on a new device waits until the mailed link was opened. */
function EmailForm({ emailLogin, onCodeSent, onCancel }: EmailFormProps) {
  const { dashboard: texts } = useMessages()
  const [email, setEmail] = useState('')
  const [isLinkSent, setLinkSent] = useState(false)
  const action = useAction()
  const mailWait = useMailWait()
  const hasLeft = useRef(false)
  useEffect(() => {
    hasLeft.current = false
    return () => {
      hasLeft.current = true
    }
  }, [])
  const start = async () => {
    const { action: next } = await mailWait.during((onWait) =>
      emailLogin.start(email, null, onWait),
    )
    if (next === 'VERIFY_DEVICE') {
      setLinkSent(true)
      await emailLogin.waitForDevice()
    }
    if (!hasLeft.current) onCodeSent(email)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    action.run(start)
  }
  return (
    <form className={`${styles['card']} ${styles['form']}`} onSubmit={submit}>
      <EmailInput value={email} onChange={setEmail} />
      {isLinkSent && action.isRunning && <p role="status">{fill(texts.linkSent, { email })}</p>}
      {mailWait.text}
      <ActionProblem action={action} />
      <button className={styles['strong']} type="submit" disabled={action.isRunning}>
        {texts.continue}
      </button>
      {isLinkSent && action.isRunning && (
        <button className={styles['quiet']} type="button" onClick={onCancel}>
          {texts.cancel}
        </button>
      )}
    </form>
  )
}

/** The sites that the operator has configured. */
function sitesOf({ socials, hasFarcaster }: FrameServices['config']): readonly Site[] {
  return [
    ...socials.map(({ provider }) => provider),
    ...(hasFarcaster ? ['farcaster' as const] : []),
  ]
}
