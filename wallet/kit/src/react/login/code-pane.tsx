import { fill } from '@bullring/wire/text/fill'
import { useEffect, useId, useRef, useState } from 'react'
import { emailFailureOf } from '#core/embedded/email-failure.ts'
import type { EmbeddedWallet } from '#core/embedded/embedded-wallet.ts'
import { Button } from '#ui/button/button.tsx'
import { openLink } from '#ui/button/open-link.ts'
import { TextButton } from '#ui/button/text-button.tsx'
import { CodeField } from '#ui/field/code-field.tsx'
import { Spinner } from '#ui/spinner.tsx'
import { useKit, useMessages } from '../kit-context.ts'
import styles from './code-pane.module.css'
import { EMAIL_MESSAGES } from './email-messages.ts'
import { loadEmbeddedWallet } from './embedded-wallet.ts'
import { MailPane } from './mail-pane.tsx'
import { useEmailFailureText } from './use-email-login.ts'
import { useResend } from './use-resend.ts'

type CodePaneProps = {
  email: string
  /** Sends the code to the wallet. */
  verify: (wallet: EmbeddedWallet, code: string) => Promise<void>
  /** Continues after a correct code; retried by itself when it fails. */
  proceed: () => Promise<void> | void
  /** Text while the code is checked. Default: the code is being checked. */
  whileChecking?: string
} & (
  | { resend: (wallet: EmbeddedWallet) => Promise<unknown> }
  /** Restarts the flow, if no other mail can be sent. */
  | { restart: () => void }
)

/** Asks for the code of a mail, checks it once complete and continues. */
export function CodePane({ email, verify, proceed, whileChecking, ...more }: CodePaneProps) {
  const messages = useMessages('email', EMAIL_MESSAGES)
  const { status, problem, submit, retry, startAgain, openWays } = useCode(verify, proceed)
  const [resent, setResent] = useState(0)
  const resend =
    'resend' in more
      ? async (wallet: EmbeddedWallet) => {
          await more.resend(wallet)
          startAgain()
          setResent((times) => times + 1)
        }
      : null
  const resending = useResend(resend)
  const problemId = useId()
  const inputRef = useRef<HTMLInputElement>(null)
  const isEntering = status === 'entering'
  // biome-ignore lint/correctness/useExhaustiveDependencies: each mail starts with an empty field.
  useEffect(() => {
    if (isEntering) inputRef.current?.focus()
  }, [isEntering, resent])
  return (
    <MailPane
      icon="mail"
      title={messages.codeSentTo}
      email={email}
      detail={messages.expires}
      again={
        'resend' in more
          ? { ...resending, question: messages.notReceived, label: messages.resendCode }
          : {
              seconds: 0,
              isBusy: false,
              run: more.restart,
              question: messages.somethingWrong,
              label: messages.retry,
            }
      }
    >
      <div className={styles['code']}>
        <div hidden={!isEntering}>
          <CodeField
            key={resent}
            inputRef={inputRef}
            label={messages.code}
            describedBy={problemId}
            isInvalid={isEntering && problem !== ''}
            onComplete={submit}
          />
        </div>
        <p className={styles['status']} role="status">
          {(status === 'checking' || status === 'proceeding') && <Spinner size={20} />}
          {status === 'checking' && (whileChecking ?? messages.checking)}
          {status === 'proceeding' && messages.opening}
        </p>
        <p id={problemId} className={styles['problem']} role="alert">
          {problem}
        </p>
        {(status === 'stuck' || status === 'locked') && (
          <Button onClick={retry}>{messages.retry}</Button>
        )}
        {status === 'locked' && <TextButton onClick={openWays}>{messages.passkeyWays}</TextButton>}
      </div>
    </MailPane>
  )
}

/** `stuck`: the code was correct, but what follows failed. `locked`: it was correct, but the passkey was not at hand. */
type Status = 'entering' | 'checking' | 'proceeding' | 'stuck' | 'locked'

function useCode(verify: CodePaneProps['verify'], proceed: CodePaneProps['proceed']) {
  const kit = useKit()
  const messages = useMessages('email', EMAIL_MESSAGES)
  const textOf = useEmailFailureText()
  const [status, setStatus] = useState<Status>('entering')
  const [problem, setProblem] = useState('')
  const mails = useRef(0)
  const lockedCode = useRef<string>(undefined)
  const runProceed = async () => {
    setStatus('proceeding')
    setProblem('')
    try {
      await proceed()
    } catch (error) {
      setProblem(textOf(emailFailureOf(error, navigator.onLine)))
      setStatus('stuck')
    }
  }
  const submit = async (code: string) => {
    setStatus('checking')
    setProblem('')
    const mail = mails.current
    try {
      await verify(await loadEmbeddedWallet(kit), code)
    } catch (error) {
      const failure = emailFailureOf(error, navigator.onLine)
      const message = textOf(failure)
      kit.events.emit({ event: 'EMAIL_VERIFICATION_CODE_FAIL', properties: { message } })
      // Another code is on its way: that this one is wrong says nothing any more.
      if (mail !== mails.current) return setStatus('entering')
      setProblem(failure.cause === 'refused' ? fill(messages.failed, { message }) : message)
      const isLocked = failure.cause === 'passkey'
      lockedCode.current = isLocked ? code : undefined
      setStatus(isLocked ? 'locked' : 'entering')
      return
    }
    kit.events.emit({ event: 'EMAIL_VERIFICATION_CODE_PASS' })
    await runProceed()
  }
  return {
    status,
    problem,
    submit: (code: string) => void submit(code),
    // The wallet takes the same code again when only the passkey was missing.
    retry: () => void (lockedCode.current ? submit(lockedCode.current) : runProceed()),
    openWays: () =>
      void loadEmbeddedWallet(kit).then(({ origin }) => openLink(`${origin}/dashboard`)),
    startAgain: () => {
      mails.current += 1
      lockedCode.current = undefined
      setStatus((current) => (current === 'locked' ? 'entering' : current))
      setProblem('')
    },
  }
}
