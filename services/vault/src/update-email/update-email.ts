import type { Identity } from '@bullring/wire/embedded/identity'
import type {
  ConfirmSecondaryResponse,
  UpdateEmailResponse,
} from '@bullring/wire/embedded/vault-api/update-email'
import type { Language } from '@bullring/wire/text/languages'
import type { Transaction } from 'kysely'
import { readTime } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import type { VaultTables } from '../db/schema.ts'
import { hasShares } from '../logins/account-shares.queries.ts'
import { FRESH_SECONDS, requireLogin, SESSION_SECONDS } from '../logins/require-login.ts'
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

/** The device that calls, and from where; `origin` is of the page on which the user is. */
type Caller = { deviceId: string; ip: string; origin: string; language: Language }

type Purpose = 'update-primary' | 'update-secondary'

/** Changes the address of an account. */
export type UpdateEmail = {
  start: (caller: Caller, newEmail: string) => Promise<UpdateEmailResponse>
  confirmOld: (caller: Caller, otp: string) => Promise<void>
  confirmNew: (caller: Caller, otp: string) => Promise<ConfirmSecondaryResponse>
}

export type UpdateEmailDeps = {
  db: Database
  /** Origins of the dashboard, the only page on which an account gets its first address. */
  frameOrigins: readonly string[]
  signAssertion: SignAssertion
  /** Mails a code; the mail names the new address. */
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
    start: async (caller, newEmail) => {
      const { deviceId, origin } = caller
      const { accountId } = await requireLogin(db, deviceId, SESSION_SECONDS)
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
      await startUpdate(db, deviceId, { accountId, oldEmail, newEmail, isOldConfirmed: false })
      const action = oldEmail === null ? 'VERIFY_SECONDARY_OTP' : 'VERIFY_PRIMARY_OTP'
      return { action, currentEmail: oldEmail }
    },
    confirmOld: async (caller, otp) => {
      const { deviceId } = caller
      const { oldEmail, newEmail, isOldConfirmed } = await requireUpdate(db, deviceId)
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
    confirmNew: async ({ deviceId }, otp) => {
      const update = await requireUpdate(db, deviceId)
      if (!update.isOldConfirmed) throw new NoUpdateError()
      return await finishUpdate(deps, deviceId, update, otp)
    },
  }
}

async function requireUpdate(db: Database, deviceId: string): Promise<EmailUpdate> {
  const { accountId } = await requireLogin(db, deviceId, SESSION_SECONDS)
  const update = await findUpdate(db, deviceId)
  if (update?.accountId !== accountId) throw new NoUpdateError()
  return update
}

/**
 * The account keeps its current address: the new one counts once custody's receipt names it. It is refused only now, so that
 * only those who can read its mail learn whether it has a wallet.
 */
async function finishUpdate(
  { db, enterCode, signAssertion }: UpdateEmailDeps,
  deviceId: string,
  { accountId, newEmail }: EmailUpdate,
  otp: string,
): Promise<ConfirmSecondaryResponse> {
  const { identity: previous } = await requireLogin(db, deviceId, SESSION_SECONDS)
  const identity: Identity = { provider: 'email', subject: newEmail, email: newEmail, name: null }
  const purpose = 'update-secondary' as const
  const code = { deviceId, email: newEmail, purpose, newEmail, otp }
  const authTime = await enterCode(code, async (trx) => {
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
    previous,
    amr: ['otp'],
    auth_time: authTime,
    purpose: 'update-email',
  })
  return { newEmail, assertion }
}
