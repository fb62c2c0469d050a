import type { EmailStartResponse } from '@bullring/wire/embedded/custody-api/email'
import { FrameError, NoPendingLoginError } from '#frame-errors.ts'
import type { CustodyClient } from '#services/custody-client.ts'
import type { VaultClient } from '#services/vault-client.ts'

/** The mailed link was rejected, or is too old. */
class DeviceLinkError extends FrameError {
  override readonly name = 'DeviceLinkError'
  readonly code = 'frame.device-link'
}

const LINK_TEXTS = {
  rejected: 'This login was rejected.',
  expired: 'The login link has expired. Please start again.',
} as const

/** A login by e-mail: it may need a mailed link, then a mailed code. One at a time. */
export type EmailLogin = {
  start: (email: string, token: string | null) => Promise<EmailStartResponse>
  /** Waits until the link in the mail is approved, then mails the code. */
  waitForDevice: () => Promise<void>
  /** Exchanges the code for an assertion of the vault. */
  verify: (otp: string) => Promise<{ assertion: string }>
}

type PendingLogin = { email: string; approval?: Promise<void>; abort: AbortController }

/** Creates the {@link EmailLogin} of a frame. A new start ends the previous login. */
export function createEmailLogin({
  custody,
  vault,
}: {
  custody: CustodyClient
  vault: VaultClient
}): EmailLogin {
  let pending: PendingLogin | undefined

  async function waitForApproval({ email, abort }: PendingLogin): Promise<void> {
    for (;;) {
      const { state } = await custody.waitForDevice(email, abort.signal)
      if (state === 'approved') break
      if (state !== 'pending') throw new DeviceLinkError(LINK_TEXTS[state])
    }
    await vault.sendOtp({ email, purpose: 'login' })
  }

  return {
    start: async (email, token) => {
      pending?.abort.abort(new NoPendingLoginError())
      const login: PendingLogin = { email, abort: new AbortController() }
      pending = login
      const started = await custody.startEmail(email, token)
      if (started.action === 'VERIFY_OTP') await vault.sendOtp({ email, purpose: 'login' })
      return started
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
      if (pending === undefined) throw new NoPendingLoginError()
      return await vault.verifyOtp({ email: pending.email, purpose: 'login', otp })
    },
  }
}
