import { useId, useState } from 'react'
import { Icon } from '#ui/image/icon.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useKit, useMessages } from '../kit-context.ts'
import styles from './email-field.module.css'
import { EMAIL_MESSAGES } from './email-messages.ts'
import { loadEmbeddedWallet } from './embedded-wallet.ts'
import { useEmailLogin } from './use-email-login.ts'

/** Shorter text cannot be an address: the button is disabled. */
const MIN_LENGTH = 4

/** An address to log in with. Enter or the arrow sends it. Focus loads the code for that. */
export function EmailField() {
  const kit = useKit()
  const messages = useMessages('email', EMAIL_MESSAGES)
  const { submit, isBusy, problem, clearProblem } = useEmailLogin()
  const [email, setEmail] = useState('')
  const [inputId, problemId] = [useId(), useId()]
  const preload = () => {
    kit.events.emit({ event: 'EMAIL_LOGIN_SELECTED' })
    // Submitting reports a failure.
    loadEmbeddedWallet(kit).then(
      (wallet) => wallet.preload(),
      () => undefined,
    )
  }
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (!isBusy && email.length >= MIN_LENGTH) void submit(email)
      }}
    >
      <div className={styles['field']}>
        <Icon name="mail" />
        <input
          id={inputId}
          type="email"
          inputMode="email"
          autoComplete="email"
          autoCapitalize="off"
          spellCheck={false}
          enterKeyHint="go"
          aria-label={messages.email}
          aria-invalid={problem !== ''}
          aria-describedby={problemId}
          placeholder={messages.email}
          readOnly={isBusy}
          value={email}
          onFocus={preload}
          onChange={(event) => {
            setEmail(event.target.value)
            clearProblem()
          }}
        />
        <button
          type="submit"
          aria-label={messages.continue}
          aria-busy={isBusy}
          disabled={isBusy || email.length < MIN_LENGTH}
        >
          {isBusy ? <Spinner size={16} /> : <Icon name="next" size={18} />}
        </button>
      </div>
      <p id={problemId} className={styles['problem']} role="alert">
        {problem}
      </p>
    </form>
  )
}
