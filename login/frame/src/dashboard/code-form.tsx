import { fill } from '@bullring/wire/text/fill'
import { typedDigits } from '@bullring/wire/text/plain-text'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useMessages } from '#i18n/messages-context.tsx'
import type { ActionName } from './action/interrupted-action.ts'
import { ActionProblem } from './action/problem.tsx'
import { useAction } from './action/use-action.ts'
import styles from './dashboard.module.css'

type CodeFormProps = {
  email: string
  label: string
  /** The change that the code completes, if a reload may interrupt it. */
  action?: ActionName | null
  onCode: (code: string) => Promise<void>
  /** Goes back to where a new code can be requested. */
  onCancel: () => void
}

const CODE_LENGTH = 6

/** The field for a mailed code; accepts it as the email shows it, with a space. */
export function CodeForm({ email, label, action = null, onCode, onCancel }: CodeFormProps) {
  const { dashboard: texts } = useMessages()
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const running = useAction(action)
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    running.run(() => onCode(code))
  }
  return (
    <form className={styles['form']} onSubmit={submit}>
      <label>
        {fill(texts.codeSent, { email })}
        <input
          ref={field}
          value={code}
          onChange={({ target }) => setCode(typedDigits(target.value).slice(0, CODE_LENGTH))}
          autoComplete="one-time-code"
          inputMode="numeric"
          required
        />
      </label>
      <ActionProblem action={running} />
      {!running.lacksPasskey && (
        <button className={styles['strong']} type="submit" disabled={running.isRunning}>
          {label}
        </button>
      )}
      <button
        className={styles['quiet']}
        type="button"
        disabled={running.isRunning}
        onClick={onCancel}
      >
        {texts.cancel}
      </button>
    </form>
  )
}
