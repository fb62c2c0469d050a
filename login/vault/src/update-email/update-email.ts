import type { KeyObject } from 'node:crypto'
import type { Identity } from '@bullring/login-api/identity'
import type {
  ConfirmSecondaryResponse,
  UpdateEmailResponse,
} from '@bullring/login-api/vault-api/update-email'
import type { Place } from '@bullring/login-server/mail/place'
import type { Language } from '@bullring/wire/text/languages'
import type { Transaction } from 'kysely'
import { readTime } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import type { VaultTables } from '../db/schema.ts'
import { hasShares } from '../logins/account-shares.queries.ts'
import type { Login } from '../logins/logins.queries.ts'
import { FRESH_SECONDS, requireLogin } from '../logins/require-login.ts'
import { requireSession } from '../logins/require-session.ts'
import type { SignAssertion } from '../logins/sign-assertion.ts'
import { EmailInUseError, NoUpdateError } from './errors.ts'
import {
  confirmOldEmail,
  type EmailUpdate,
  findAccount,
  findEmail,
  findUpdate,
  startUpdate,
  storeClaim,
} from './update-email.queries.ts'

/**
 * The device that calls, and from where. `origin` is of the page on which the user is, `receipt` custody's of the session, or
 * null.
 */
type Caller = {
  deviceId: string
  receipt: string | null
  place: Place
  origin: string
  language: Language
}

/** New address of an account, and its wallet. */
type NewUpdate = {
  newEmail: string
  /** Null for an account without a wallet. */
  walletId: string | null
  /** Proof that the caller knows the wallet's recovery share; null for a wallet that needs no passkey. */
  proof: Buffer | null
}

type Purpose = 'update-primary' | 'update-secondary'

/** Changes the address of an account. */
export type UpdateEmail = {
  start: (caller: Caller, update: NewUpdate) => Promise<UpdateEmailResponse>
  confirmOld: (caller: Caller, otp: string) => Promise<void>
  confirmNew: (caller: Caller, otp: string) => Promise<ConfirmSecondaryResponse>
}

export type UpdateEmailDeps = {
  db: Database
  /** Verifies custody's receipts. */
  custodyKey: KeyObject
  /** Origins of the dashboard, the only page on which an account gets its first address. */
  frameOrigins: readonly string[]
  signAssertion: SignAssertion
  /** Returns whether the caller has proven to know the share of the account's wallet. Throws if that wallet needs a passkey. */
  requireOwner: (owner: {
    accountId: string
    walletId: string
    proof: Buffer | null
  }) => Promise<boolean>
  /** Throws if the wallet needs a passkey by now, and the share was not proven. */
  requireStillProven: (
    trx: Transaction<VaultTables>,
    owner: { accountId: string; walletId: string; isProven: boolean },
  ) => Promise<void>
  /** Mails a code. The mail names the new address. */
  sendCode: (caller: Caller, email: string, purpose: Purpose, newEmail: string) => Promise<void>
  /** Uses up a code, and does `onRight` with it or not at all. Throws unless the code is right. */
  enterCode: <result>(
    code: { deviceId: string; email: string; purpose: Purpose; newEmail: string; otp: string },
    onRight: (trx: Transaction<VaultTables>) => Promise<result>,
  ) => Promise<result>
}

/** Creates {@link UpdateEmail}. */
export function createUpdateEmail(deps: UpdateEmailDeps): UpdateEmail {
  const { db, sendCode, enterCode } = deps
  return {
    start: async (caller, { newEmail, walletId, proof }) => {
      const { deviceId, origin } = caller
      const { accountId } = await requireSession(deps, caller)
      const isProven = await proveWallet(deps, { accountId, walletId, proof })
      const oldEmail = await findEmail(db, accountId)
      if (oldEmail === null) {
        // Without an address to confirm, an app could add its own, and the login itself must be recent.
        if (!deps.frameOrigins.includes(origin)) throw new NoUpdateError()
        await requireLogin(db, deviceId, FRESH_SECONDS)
      }
      if (oldEmail === newEmail) throw new EmailInUseError()
      const purpose = oldEmail === null ? 'update-secondary' : 'update-primary'
      await sendCode(caller, oldEmail ?? newEmail, purpose, newEmail)
      // Stored only now: if no code can be mailed, the device's earlier change is kept.
      await startUpdate(db, deviceId, { accountId, oldEmail, newEmail, walletId, isProven })
      const action = oldEmail === null ? 'VERIFY_SECONDARY_OTP' : 'VERIFY_PRIMARY_OTP'
      return { action, currentEmail: oldEmail }
    },
    confirmOld: async (caller, otp) => {
      const { deviceId } = caller
      const { oldEmail, newEmail, isOldConfirmed } = await requireUpdate(deps, caller)
      // Otherwise the code was right before, and only the mail to the new address failed.
      if (oldEmail !== null && !isOldConfirmed) {
        const purpose = 'update-primary' as const
        const code = { deviceId, email: oldEmail, purpose, newEmail, otp }
        await enterCode(code, async (trx) => {
          if (!(await confirmOldEmail(trx, deviceId, newEmail))) throw new NoUpdateError()
        })
      }
      await sendCode(caller, newEmail, 'update-secondary', newEmail)
    },
    confirmNew: async (caller, otp) => {
      const update = await requireUpdate(deps, caller)
      if (!update.isOldConfirmed) throw new NoUpdateError()
      return await finishUpdate(deps, caller.deviceId, update, otp)
    },
  }
}

/**
 * Returns whether the caller has proven that it knows the recovery share of the account's wallet.
 *
 * @throws {UnknownWalletError} @throws {PasskeyProofError}
 * @throws {NoUpdateError} when an account with a wallet names none.
 */
async function proveWallet(
  { db, requireOwner }: UpdateEmailDeps,
  { accountId, walletId, proof }: Omit<NewUpdate, 'newEmail'> & { accountId: string },
): Promise<boolean> {
  if (walletId !== null) return await requireOwner({ accountId, walletId, proof })
  if (await hasShares(db, accountId)) throw new NoUpdateError()
  return false
}

/** Repeats {@link proveWallet} at the end: the account may have a wallet, or the wallet need a passkey, only since the start. */
async function proveAgain(
  { requireStillProven }: UpdateEmailDeps,
  trx: Transaction<VaultTables>,
  { accountId, walletId, isProven }: EmailUpdate,
): Promise<void> {
  if (walletId !== null) return await requireStillProven(trx, { accountId, walletId, isProven })
  if (await hasShares(trx, accountId)) throw new NoUpdateError()
}

async function requireUpdate(
  deps: UpdateEmailDeps,
  caller: Caller,
): Promise<EmailUpdate & { login: Login }> {
  const login = await requireSession(deps, caller)
  const update = await findUpdate(deps.db, caller.deviceId)
  if (update?.accountId !== login.accountId) throw new NoUpdateError()
  return { ...update, login }
}

/**
 * The account keeps its current address: the new one counts once custody's receipt names it. It is refused only now, so that
 * only those who can read its mail learn whether it has a wallet.
 */
async function finishUpdate(
  deps: UpdateEmailDeps,
  deviceId: string,
  { login, ...update }: EmailUpdate & { login: Login },
  otp: string,
): Promise<ConfirmSecondaryResponse> {
  const { enterCode, signAssertion } = deps
  const { accountId, newEmail, walletId } = update
  const identity: Identity = { provider: 'email', subject: newEmail, email: newEmail, name: null }
  const purpose = 'update-secondary' as const
  const code = { deviceId, email: newEmail, purpose, newEmail, otp }
  const authTime = await enterCode(code, async (trx) => {
    await proveAgain(deps, trx, update)
    const owner = await findAccount(trx, newEmail)
    if (owner !== null && owner !== accountId && (await hasShares(trx, owner))) {
      throw new EmailInUseError()
    }
    await storeClaim(trx, accountId, newEmail)
    return await readTime(trx)
  })
  const assertion = await signAssertion({
    device: deviceId,
    identity,
    previous: login.identity,
    amr: ['otp'],
    auth_time: authTime,
    purpose: 'update-email',
    wallet: walletId ?? undefined,
  })
  return { newEmail, assertion }
}
