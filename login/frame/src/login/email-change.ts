import type { UpdateEmailResponse } from '@bullring/login-api/vault-api/update-email'
import type { FrameStorage } from '#device/frame-storage.ts'
import { FrameError, NoPendingLoginError, NotSupportedError, PasskeyError } from '#frame-errors.ts'
import { type OwnWallet, proveOwner } from '#passkey/prove-owner.ts'
import type { CustodyClient } from '#services/custody-client.ts'
import type { VaultClient } from '#services/vault-client.ts'
import { finishEmailChange } from './finish-email-change.ts'

/**
 * The change was rejected, expired or is not approved yet, or the services know different addresses. Nothing changed.
 *
 * @remedy Approve the mailed link, else log in again.
 */
class EmailChangeError extends FrameError {
  override readonly name = 'EmailChangeError'
  readonly code = 'frame.email-change'
}

const TEXTS = {
  rejected: 'This change was rejected',
  expired: 'The link to approve this change has expired. Please start again',
  noEmail: 'A wallet without an email adds its first one on the wallet’s dashboard.',
  unapproved: 'Approve the link that we mailed you, then enter the code again.',
  mismatch: 'Your wallet is not logged in with this email everywhere. Please log in again',
} as const

/** The login that changes its address. */
type ChangingLogin = OwnWallet & {
  /** The address that the page has shown the user so far; null for a login by another site. */
  email: string | null
}

/**
 * A change of address: two codes of the vault, and a link of the core. One at a time. The first address of a wallet has one code
 * and its link, and is added on the dashboard only: an app could add its own.
 */
export type EmailChange = {
  start: (login: ChangingLogin, newEmail: string) => Promise<UpdateEmailResponse['action']>
  /** Goes on with a change that {@link EmailChange.start} began before the page was loaded again. */
  proceed: (login: ChangingLogin, newEmail: string) => void
  /**
   * Checks the code of the current address, and waits until the link that was mailed there is approved. Unless the app
   * says that it waits, an error tells the user to approve the link first: the code can then be entered again.
   */
  confirmPrimary: (otp: string, options?: { awaitsApproval: boolean }) => Promise<void>
  /**
   * Checks the code of the new address, once a first one is approved, and changes it. Returns the address.
   *
   * @param current - The present session of the wallet: another login may have replaced the one that began the change.
   */
  confirmSecondary: (
    otp: string,
    current: Pick<ChangingLogin, 'token' | 'walletId'>,
  ) => Promise<string>
  /** Completes what a crash or a lost connection left undone at the vault. */
  resume: (token: string) => Promise<void>
}

type Pending = {
  login: ChangingLogin
  newEmail: string
  hasPrimaryCode: boolean
  /** The vault's assertion that both codes were typed. */
  assertion?: string
  abort: AbortController
}

type EmailChangeDeps = {
  custody: CustodyClient
  vault: VaultClient
  storage: FrameStorage
  /** Origin of the page around the frame; the frame's own on the dashboard. */
  origin: string
  ownOrigin: string
}

/** Creates the {@link EmailChange} of a site. A new start ends the previous change. */
export function createEmailChange({
  custody,
  vault,
  storage,
  origin,
  ownOrigin,
}: EmailChangeDeps): EmailChange {
  const key = `email-change|${origin}`
  let pending: Pending | undefined

  const begin = (login: ChangingLogin, newEmail: string) => {
    pending?.abort.abort(new NoPendingLoginError())
    pending = { login, newEmail, hasPrimaryCode: false, abort: new AbortController() }
  }

  const receiptOf = async ({ token }: ChangingLogin) =>
    (await custody.readSessionReceipt(token)).receipt

  async function finish(token: string): Promise<void> {
    await finishEmailChange({ custody, vault }, token)
    await storage.remove('sessions', key)
  }

  return {
    start: async (login, newEmail) => {
      const isFirst = login.email === null
      // No current address could approve the new one: an app could add any.
      if (isFirst && origin !== ownOrigin) throw new NotSupportedError(TEXTS.noEmail)
      begin(login, newEmail)
      const proof = await askForPasskey(() => proveOwner({ custody, vault }, login))
      const { action, currentEmail } = await vault.updateEmail({
        email: newEmail,
        walletId: login.walletId,
        proof,
        receipt: await receiptOf(login),
      })
      // The vault alone cannot leave out the current address, nor name another account's.
      if (currentEmail !== login.email) throw new EmailChangeError(TEXTS.mismatch)
      if ((action === 'VERIFY_SECONDARY_OTP') !== isFirst)
        throw new EmailChangeError(TEXTS.mismatch)
      await custody.startEmailChange(newEmail, login.token)
      return action
    },
    proceed: begin,
    confirmPrimary: async (otp, { awaitsApproval } = { awaitsApproval: true }) => {
      const change = pending
      if (change === undefined) throw new NoPendingLoginError()
      if (!change.hasPrimaryCode) {
        await vault.confirmPrimaryEmail({ otp, receipt: await receiptOf(change.login) })
      }
      change.hasPrimaryCode = true
      await (awaitsApproval ? untilApproved(custody, change) : orUnapproved(custody, change))
    },
    confirmSecondary: async (otp, { token, walletId }) => {
      const change = pending
      if (change?.login.walletId !== walletId) throw new NoPendingLoginError()
      change.login = { ...change.login, token }
      const { login, newEmail } = change
      // First: the vault's assertion is for a minute.
      if (login.email === null) await untilApproved(custody, change)
      // A code counts once: when the request to the core is repeated, the assertion is.
      const receipt = await receiptOf(login)
      change.assertion ??= await confirmNewEmail(vault, newEmail, { otp, receipt })
      // Stored first: the page may be closed at any moment.
      await storage.put('sessions', key, true)
      await apply(custody, change, change.assertion)
      pending = undefined
      // The change is made. What fails here is repeated when the page is next opened.
      await finish(login.token).catch(() => undefined)
      return newEmail
    },
    resume: async (token) => {
      if ((await storage.get('sessions', key)) === undefined) return
      await finish(token).catch(() => undefined)
    },
  }
}

/** Another app's frame may not be allowed to ask for passkeys. */
async function askForPasskey<result>(prove: () => Promise<result>): Promise<result> {
  try {
    return await prove()
  } catch (error) {
    const isBlocked = error instanceof PasskeyError && error.reason === 'passkeyBlocked'
    throw isBlocked ? new PasskeyError('passkeyNotAsked', { cause: error }) : error
  }
}

async function confirmNewEmail(
  vault: VaultClient,
  newEmail: string,
  code: { otp: string; receipt: string | null },
): Promise<string> {
  const confirmed = await vault.confirmSecondaryEmail(code)
  if (confirmed.newEmail !== newEmail) throw new EmailChangeError(TEXTS.mismatch)
  return confirmed.assertion
}

/** Has the core change the address. Its reply may be lost, so what counts is the address that it then names. */
async function apply(
  custody: CustodyClient,
  { login, newEmail }: Pending,
  assertion: string,
): Promise<void> {
  const { email } = await custody
    .applyEmailChange(assertion, login.token)
    .catch(async (error: unknown) => {
      const current = await custody.readSession(login.token).catch(() => undefined)
      if (current?.user.loginEmail !== newEmail) throw error
      return { email: newEmail }
    })
  if (email !== newEmail) throw new EmailChangeError(TEXTS.mismatch)
}

/** Time for the core to report an approval that there is already. Without one, its reply takes longer. */
const APPROVAL_CHECK_MS = 3_000

/** @throws {EmailChangeError} when the change is not approved yet. */
async function orUnapproved(custody: CustodyClient, change: Pending): Promise<void> {
  const limit = AbortSignal.timeout(APPROVAL_CHECK_MS)
  try {
    await untilApproved(custody, change, limit)
  } catch (error) {
    throw limit.aborted ? new EmailChangeError(TEXTS.unapproved, { cause: error }) : error
  }
}

async function untilApproved(
  custody: CustodyClient,
  { login, newEmail, abort }: Pending,
  limit?: AbortSignal,
): Promise<void> {
  const signal = limit ? AbortSignal.any([abort.signal, limit]) : abort.signal
  for (;;) {
    const { state } = await custody.waitForEmailChange(newEmail, login.token, signal)
    if (state === 'approved' || state === 'applied') return
    if (state !== 'pending') throw new EmailChangeError(TEXTS[state])
  }
}
