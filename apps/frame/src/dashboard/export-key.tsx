import { useState } from 'react'
import { useMessages } from '#i18n/messages-context.ts'
import type { FrameServices } from '#sdk/frame-services.ts'
import { CodeForm } from './code-form.tsx'
import styles from './dashboard.module.css'
import type { ExportedKey } from './export-wallet.ts'
import { Problem } from './problem.tsx'
import { useAction } from './use-action.ts'

type Step = { name: 'closed' } | { name: 'code' } | { name: 'shown'; key: ExportedKey }

/** Shows the recovery phrase after a fresh code. Never in the frame: an app could be around it. */
export function ExportKey({ services, email }: { services: FrameServices; email: string }) {
  const { dashboard: texts } = useMessages()
  const [step, setStep] = useState<Step>({ name: 'closed' })
  const action = useAction()

  const start = async () => {
    await services.vault.sendOtp({ email, purpose: 'export' })
    setStep({ name: 'code' })
  }
  const confirm = async (otp: string) => {
    const { exportWallet } = await import('./export-wallet.ts')
    setStep({ name: 'shown', key: await exportWallet(services, email, otp) })
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
          {texts.sendCode}
        </button>
      )}
      {step.name === 'code' && <CodeForm email={email} label={texts.show} onCode={confirm} />}
      {step.name === 'shown' && (
        <Phrase words={step.key.words} onHide={() => setStep({ name: 'closed' })} />
      )}
      <Problem text={action.problem} />
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
