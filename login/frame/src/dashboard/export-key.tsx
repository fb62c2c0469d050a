import type { SessionOpenRequest } from '@bullring/login-api/custody-api/session'
import { useState } from 'react'
import { useMessages } from '#i18n/messages-context.tsx'
import type { FrameServices } from '#sdk/frame-services.ts'
import type { UsableSession } from '#sdk/wallet-session.ts'
import { ActionProblem } from './action/problem.tsx'
import { useAction } from './action/use-action.ts'
import { useInterruption } from './action/use-interruption.tsx'
import { useMailWait } from './action/use-mail-wait.tsx'
import styles from './dashboard.module.css'
import type { ExportedKey } from './export-wallet.ts'
import { FreshLogin, prepareFreshLogin } from './fresh-login.tsx'

type Step = { name: 'closed' } | { name: 'login' } | { name: 'shown'; key: ExportedKey }

type ExportKeyProps = { services: FrameServices; session: UsableSession }

/** Shows the recovery phrase after a fresh login. Never in the frame: an app could be around it. */
export function ExportKey({ services, session: { session, wallet } }: ExportKeyProps) {
  const { dashboard: texts } = useMessages()
  const [step, setStep] = useState<Step>({ name: 'closed' })
  const action = useAction('phrase')
  const mailWait = useMailWait()
  const interruption = useInterruption('phrase', action)
  const { user } = session

  const start = async () => {
    await mailWait.during((onWait) => prepareFreshLogin(services, user, onWait))
    setStep({ name: 'login' })
  }
  const confirm = async (login: SessionOpenRequest) => {
    const { exportWallet } = await import('./export-wallet.ts')
    setStep({ name: 'shown', key: await exportWallet(services, wallet.id, login) })
  }

  return (
    <section className={styles['card']}>
      <h2>{texts.phrase}</h2>
      <p>{texts.phraseDetail}</p>
      {step.name === 'closed' && (
        <button
          className={styles['quiet']}
          type="button"
          disabled={action.isRunning}
          onClick={() => action.run(start)}
        >
          {user.provider === 'email' ? texts.sendCode : texts.show}
        </button>
      )}
      {step.name === 'login' && (
        <FreshLogin
          services={services}
          user={user}
          label={texts.show}
          action="phrase"
          onLogin={confirm}
          onCancel={() => setStep({ name: 'closed' })}
        />
      )}
      {step.name === 'shown' && (
        <Phrase words={step.key.words} onHide={() => setStep({ name: 'closed' })} />
      )}
      {interruption}
      {mailWait.text}
      <ActionProblem action={action} />
    </section>
  )
}

function Phrase({ words, onHide }: { words: readonly string[]; onHide: () => void }) {
  const { dashboard: texts } = useMessages()
  return (
    <>
      <ol className={styles['words']} aria-label={texts.phrase}>
        {words.map((word, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a word can occur twice, and the list never changes.
          <li key={index}>{word}</li>
        ))}
      </ol>
      <button className={styles['quiet']} type="button" onClick={onHide}>
        {texts.hide}
      </button>
    </>
  )
}
