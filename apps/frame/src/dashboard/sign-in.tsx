import type { SessionOpenRequest } from '@bullring/wire/embedded/custody-api/session'
import { fill } from '@bullring/wire/text/fill'
import { type FormEvent, useState } from 'react'
import { useMessages } from '#i18n/messages-context.ts'
import type { FrameServices } from '#sdk/frame-services.ts'
import type { UsableSession } from '#sdk/wallet-session.ts'
import { CodeForm } from './code-form.tsx'
import styles from './dashboard.module.css'
import { Problem } from './problem.tsx'
import { type Site, SiteLogins } from './site-logins.tsx'
import { useAction } from './use-action.ts'

type Step = 'email' | 'link' | 'code'

type SignInProps = { services: FrameServices; onSignedIn: (session: UsableSession) => void }

/** Sign-in by email (address, on a new device the mailed link, the mailed code), or by another site. */
export function SignIn({ services, onSignedIn }: SignInProps) {
  const { dashboard: texts } = useMessages()
  const { emailLogin, session } = services
  const [step, setStep] = useState<Step>('email')
  const [email, setEmail] = useState('')
  const action = useAction()
  const sites = sitesOf(services.config)

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
        <CodeForm email={email} label={texts.signIn} onCode={onCode} />
      </section>
    )
  }
  const onLogin = async (login: SessionOpenRequest) => onSignedIn(await session.open(login))
  return (
    <>
      <form className={`${styles['card']} ${styles['form']}`} onSubmit={submit}>
        <label>
          {texts.email}
          <input
            value={email}
            onChange={({ target }) => setEmail(target.value)}
            type="email"
            autoComplete="email"
            required
          />
        </label>
        {step === 'link' && action.isRunning && (
          <p role="status">{fill(texts.linkSent, { email })}</p>
        )}
        <Problem text={action.problem} />
        <button className={styles['strong']} type="submit" disabled={action.isRunning}>
          {texts.continue}
        </button>
      </form>
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

/** The sites that the operator has configured. */
function sitesOf({ socials, hasFarcaster }: FrameServices['config']): readonly Site[] {
  return [
    ...socials.map(({ provider }) => provider),
    ...(hasFarcaster ? ['farcaster' as const] : []),
  ]
}
