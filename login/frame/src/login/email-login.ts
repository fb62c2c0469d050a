import type { EmailStartResponse } from '@bullring/login-api/custody-api/email'
import { ASSERTION_LIFETIME_S } from '@bullring/login-api/vault-api/assertion'
import { FrameError, NoPendingLoginError } from '#frame-errors.ts'
import type { CustodyClient } from '#services/custody-client.ts'
import type { VaultClient } from '#services/vault-client.ts'
import { MAIL_PERIOD_MS, type MailOptions, mailCode } from './mail-code.ts'

/** The link in the mail was rejected, or is older than 20 minutes. */
class DeviceLinkError extends FrameError {
  override readonly name = 'DeviceLinkError'
  readonly code = 'frame.device-link'
}

const LINK_TEXTS = {
  rejected: 'This login was rejected.',
  expired: 'The login link has expired. Please start again.',
} as const

/** A login by email: it may need a mailed link, then a mailed code. One at a time. */
export type EmailLogin = {
  /**
   * Returns what the app shows next; the receipt for the vault is not for it. Waits where the vault mails no code yet.
   *
   * @param onWait - Called before that wait, with its seconds. Without it, a longer wait fails: the user would see none.
   */
  start: (
    email: string,
    token: string | null,
    onWait?: (seconds: number) => void,
  ) => Promise<Pick<EmailStartResponse, 'action'>>
  /** Waits until the link in the mail is approved, then mails the code. */
  waitForDevice: () => Promise<void>
  /**
   * Exchanges the code for an assertion of the vault. The vault takes a code once, so the same code again, entered because the
   * core did not respond, gets the same assertion.
   */
  verify: (otp: string) => Promise<{ assertion: string }>
}

/** Custody must receive an assertion while it is valid. */
const ASSERTION_MS = (ASSERTION_LIFETIME_S - 10) * 1_000

/** Apps wait 30 seconds for the reply to a start (R-FRAME-8). */
const SILENT_WAIT_MS = 20_000

type PendingLogin = {
  email: string
  approval?: Promise<void>
  /** When a code was mailed for this login: the app may have stopped waiting for it. */
  mailedAt: number
  /** The code that was right, and its assertion. */
  verified?: { otp: string; assertion: string; at: number }
  abort: AbortController
}

/** Whether the mailbox has a code that is so new that the vault mails no other. */
function hasUnusedCode({ verified, mailedAt }: PendingLogin): boolean {
  return verified === undefined && Date.now() - mailedAt < MAIL_PERIOD_MS
}

/** Creates the {@link EmailLogin} of a frame. A new start ends the previous login. */
export function createEmailLogin({
  custody,
  vault,
}: {
  custody: CustodyClient
  vault: VaultClient
}): EmailLogin {
  let pending: PendingLogin | undefined

  async function mail(
    login: PendingLogin,
    receipt: string | undefined,
    options: MailOptions = {},
  ): Promise<void> {
    const { email, abort } = login
    await mailCode(
      vault,
      { email, purpose: 'login', receipt },
      { ...options, signal: abort.signal },
    )
    login.mailedAt = Date.now()
  }

  async function waitForApproval(login: PendingLogin): Promise<void> {
    const { email, abort } = login
    for (;;) {
      const { state, receipt } = await custody.waitForDevice(email, abort.signal)
      if (state === 'rejected' || state === 'expired') throw new DeviceLinkError(LINK_TEXTS[state])
      if (state === 'pending') continue
      await mail(login, receipt)
      return
    }
  }

  return {
    start: async (email, token, onWait) => {
      const previous = pending
      previous?.abort.abort(new NoPendingLoginError())
      const login: PendingLogin = { email, mailedAt: 0, abort: new AbortController() }
      pending = login
      const { action, receipt } = await custody.startEmail(email, token)
      // Apps stop waiting after 30 seconds and start again: the code is already in the mailbox.
      if (action === 'VERIFY_OTP' && !(previous?.email === email && hasUnusedCode(previous))) {
        await mail(login, receipt, onWait ? { onWait } : { maxWaitMs: SILENT_WAIT_MS })
      }
      return { action }
    },
    waitForDevice: async () => {
      const login = pending
      if (login === undefined) throw new NoPendingLoginError()
      // The app repeats this request; one code is mailed.
      login.approval ??= waitForApproval(login).catch((error: unknown) => {
        delete login.approval
        throw error
      })
      await login.approval
    },
    verify: async (otp) => {
      const login = pending
      if (login === undefined) throw new NoPendingLoginError()
      const { email, verified } = login
      if (verified?.otp === otp && Date.now() - verified.at < ASSERTION_MS) {
        return { assertion: verified.assertion }
      }
      const { assertion } = await vault.verifyOtp({ email, purpose: 'login', otp })
      login.verified = { otp, assertion, at: Date.now() }
      return { assertion }
    },
  }
}
