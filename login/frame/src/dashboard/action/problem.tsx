import { useMessages } from '#i18n/messages-context.tsx'
import styles from '../dashboard.module.css'
import type { Action } from './use-action.ts'

/** A failure, announced when it appears. */
export function Problem({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <p className={styles['problem']} role="alert">
      {text}
    </p>
  )
}

/** Reason of a failed action. Where the passkey is not at hand, also what the user can do. */
export function ActionProblem({ action }: { action: Action }) {
  return (
    <>
      <Problem text={action.problem} />
      {action.lacksPasskey && <WithoutPasskey onRetry={action.retry} />}
    </>
  )
}

function WithoutPasskey({ onRetry }: { onRetry: () => void }) {
  const { passkey: texts } = useMessages()
  return (
    <>
      <p>{texts.elsewhere}</p>
      <button className={styles['quiet']} type="button" onClick={onRetry}>
        {texts.tryAgain}
      </button>
      <p>{texts.lost}</p>
      <p>{texts.notYours}</p>
    </>
  )
}
