import { fill } from '@bullring/wire/text/fill'
import { type FormEvent, useState } from 'react'
import { useMessages } from '#i18n/messages-context.ts'
import styles from './dashboard.module.css'
import { Problem } from './problem.tsx'
import { useAction } from './use-action.ts'

type CodeFormProps = {
  email: string
  label: string
  onCode: (code: string) => Promise<void>
}

/** The field for a mailed code. */
export function CodeForm({ email, label, onCode }: CodeFormProps) {
  const { dashboard: texts } = useMessages()
  const [code, setCode] = useState('')
  const action = useAction()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    action.run(() => onCode(code))
  }
  return (
    <form className={styles['form']} onSubmit={submit}>
      <label>
        {fill(texts.codeSent, { email })}
        <input
          value={code}
          onChange={({ target }) => setCode(target.value)}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={8}
          required
        />
      </label>
      <Problem text={action.problem} />
      <button className={styles['strong']} type="submit" disabled={action.isRunning}>
        {label}
      </button>
    </form>
  )
}
