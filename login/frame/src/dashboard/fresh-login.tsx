import type { CustodySession, SessionOpenRequest } from '@bullring/login-api/custody-api/session'
import { ApiProblemError } from '@bullring/wire/http/request-errors'
import { useRef, useState } from 'react'
import { OtherAccountError } from '#frame-errors.ts'
import { useMessages } from '#i18n/messages-context.tsx'
import { createCodeLogin } from '#login/code-login.ts'
import { mailCode } from '#login/mail-code.ts'
import type { FrameServices } from '#sdk/frame-services.ts'
import type { UsableSession } from '#sdk/wallet-session.ts'
import type { ActionName } from './action/interrupted-action.ts'
import type { Action } from './action/use-action.ts'
import { useMailWait } from './action/use-mail-wait.tsx'
import { CodeForm } from './code-form.tsx'
import { forgetMailedCode, hasMailedCode, storeMailedCode } from './mailed-code.ts'
import { SiteLogins } from './site-logins.tsx'

/**
 * Codes of the vault's response when the last login is too old, and when it was of another account: another site's login on
 * this device.
 */
const LOGIN_REQUIRED: ReadonlySet<string> = new Set(['login.required', 'recovery.unknown-wallet'])

/** Codes of the vault's response to a code that no attempt can use any more. */
const OVER: ReadonlySet<string> = new Set(['otp.expired', 'otp.locked'])

type User = CustodySession['user']

type FreshLoginProps = {
  services: FrameServices
  user: User
  /** Text of the button that ends a login by email. */
  label: string
  /** The change that the login is for, if a reload may interrupt it. */
  action?: ActionName | null
  onLogin: (login: SessionOpenRequest) => Promise<void>
  /** Goes back to where a new code can be requested. */
  onCancel: () => void
}

/** A login in the way in which the user logs in: by the code in the email, or at the same site again. */
export function FreshLogin(props: FreshLoginProps) {
  const { services, user, label, action = null, onLogin, onCancel } = props
  const { dashboard: texts } = useMessages()
  const { email, provider } = user
  const [codeLogin] = useState(createCodeLogin<SessionOpenRequest>)
  // Only Telegram opens an app with launch data: this page has none.
  if (provider === 'telegram') return null
  if (provider !== 'email') {
    return (
      <SiteLogins
        services={services}
        sites={[provider]}
        label={texts.logInAgain}
        onLogin={onLogin}
      />
    )
  }
  if (email === null) return null
  const verify = async (otp: string) => {
    const login = await services.vault
      .verifyOtp({ email, purpose: 'export', otp })
      .catch((error: unknown) => {
        if (hasProblem(error, OVER)) forgetMailedCode()
        throw error
      })
    forgetMailedCode()
    return login
  }
  const onCode = (otp: string) => codeLogin(otp, verify, onLogin)
  return (
    <CodeForm email={email} label={label} action={action} onCode={onCode} onCancel={onCancel} />
  )
}

/**
 * Mails the code for a {@link FreshLogin} by email; other logins need none.
 *
 * @param onWait - Called before a wait for the vault, with its seconds.
 */
export async function prepareFreshLogin(
  { custody, vault }: FrameServices,
  { email, provider }: User,
  onWait?: (seconds: number) => void,
): Promise<void> {
  if (provider !== 'email' || email === null || hasMailedCode(email)) return
  // Shows the vault that the mailbox has let this device in: strangers cannot use up its mails.
  const { receipt } = await custody.startEmail(email, null)
  await mailCode(vault, { email, purpose: 'export', receipt }, { onWait })
  storeMailedCode(email)
}

/**
 * Opens the session of a fresh login, which must be of the same wallet.
 *
 * @throws {OtherAccountError}
 */
export async function openSameWallet(
  { session }: FrameServices,
  walletId: string,
  login: SessionOpenRequest,
): Promise<UsableSession> {
  const opened = await session.open(login)
  if (opened.wallet.id === walletId) return opened
  // The page shows the wallet of before.
  await session.close()
  throw new OtherAccountError()
}

/**
 * Runs `work`; asks for a fresh login first where the vault wants one.
 *
 * @param action - Runs the work after such a login.
 */
export function useFreshLogin(
  services: FrameServices,
  { session, wallet }: UsableSession,
  action: Action,
) {
  const { dashboard: texts } = useMessages()
  const [isAsking, setAsking] = useState(false)
  const mailWait = useMailWait()
  const waiting = useRef<() => Promise<void>>(undefined)
  const { user } = session

  const run = async (work: () => Promise<void>) => {
    try {
      await work()
    } catch (error) {
      if (!hasProblem(error, LOGIN_REQUIRED)) throw error
      await mailWait.during((onWait) => prepareFreshLogin(services, user, onWait))
      waiting.current = work
      setAsking(true)
    }
  }
  const confirm = async (login: SessionOpenRequest) => {
    await openSameWallet(services, wallet.id, login)
    setAsking(false)
    const work = waiting.current
    if (work !== undefined) action.run(() => run(work))
  }
  const form = isAsking ? (
    <FreshLogin
      services={services}
      user={user}
      label={texts.continue}
      onLogin={confirm}
      onCancel={() => setAsking(false)}
    />
  ) : (
    mailWait.text
  )
  return { run, form }
}

function hasProblem(error: unknown, codes: ReadonlySet<string>): boolean {
  return error instanceof ApiProblemError && codes.has(error.problemCode ?? '')
}
