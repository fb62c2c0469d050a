import { fill } from '@bullring/wire/text/fill'
import { typedDigits } from '@bullring/wire/text/plain-text'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useMessages } from '#i18n/messages-context.tsx'
import styles from './dashboard.module.css'
import { ActionProblem } from './problem.tsx'
import { useAction } from './use-action.ts'

type CodeFormProps = {
  email: string
  label: string
  onCode: (code: string) => Promise<void>
  /** Goes back to where a new code can be requested. */
  onCancel: () => void
}

const CODE_LENGTH = 6

/** The field for a mailed code; accepts it as the email shows it, with a space. */
export function CodeForm({ email, label, onCode, onCancel }: CodeFormProps) {
  const { dashboard: texts } = useMessages()
  const [code, setCode] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const action = useAction()
  useEffect(() => field.current?.focus(), [])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    action.run(() => onCode(code))
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
      <ActionProblem action={action} />
      <button className={styles['strong']} type="submit" disabled={action.isRunning}>
        {label}
      </button>
      <button
        className={styles['quiet']}
        type="button"
        disabled={action.isRunning}
        onClick={onCancel}
      >
        {texts.cancel}
      </button>
    </form>
  )
}
