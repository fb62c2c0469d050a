import { type FormEvent, useId, useState } from 'react'
import { Button } from '#ui/controls/button.tsx'
import styles from './log-in.module.css'

type LogInProps = {
  /** Why the last attempt failed; null before the first. */
  problem: string | null
  isPending: boolean
  onEnter: (token: string) => void
  /** Connects the owner's wallet; null where visitors cannot sign in. */
  onConnect: (() => void) | null
  isConnecting: boolean
}

/** Asks for the operator's token, or for the owner's wallet. */
export function LogIn({ problem, isPending, onEnter, onConnect, isConnecting }: LogInProps) {
  const [token, setToken] = useState('')
  const field = useId()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onEnter(token.trim())
  }
  return (
    <form className={styles['form']} onSubmit={submit}>
      <h2>Log in</h2>
      <label htmlFor={field}>Operator’s token</label>
      <input
        id={field}
        type="password"
        autoComplete="off"
        spellCheck={false}
        value={token}
        aria-describedby={`${field}-hint`}
        onChange={(event) => setToken(event.target.value)}
      />
      <p id={`${field}-hint`} className={styles['hint']}>
        The value of OPERATOR_TOKEN. On a local chain, it is in the file that npm start names. This
        tab keeps it until it is closed.
      </p>
      {problem !== null && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
      <Button type="submit" isPending={isPending} disabled={token.trim() === ''}>
        Log in
      </Button>
      {onConnect !== null && (
        <Button tone="quiet" isPending={isConnecting} isPressable onClick={onConnect}>
          Sign in with the owner’s wallet
        </Button>
      )}
    </form>
  )
}
