import type { KeyObject } from 'node:crypto'
import type { RequestDevice } from '@bullring/server/device/verify-device-request'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../clock.ts'
import type { CustodyTables } from '../db/schema.ts'
import { hasWallet } from '../db/trusted-devices.queries.ts'
import { requireSession } from '../http/require-session.ts'
import { InvalidAssertionError, UncheckedProviderError } from '../logins/errors.ts'
import { useAssertion } from '../logins/use-assertion.ts'
import { verifyAssertion } from '../logins/verify-assertion.ts'
import { EmailInUseError } from './errors.ts'

export type ApplyEmailDeps = { db: Kysely<CustodyTables>; vaultKey: KeyObject; nowS: Clock }

/** A change of address. */
export type AppliedEmail = { oldEmail: string; email: string }

/**
 * Changes the address of the session's account to the one that the vault asserts. It keeps its sessions and approved
 * devices; the earlier address no longer reaches the wallet. Repeating it changes nothing.
 *
 * @throws {NoSessionError} @throws {InvalidAssertionError} @throws {UncheckedProviderError} @throws {EmailInUseError}
 */
export async function applyEmail(
  { db, vaultKey, nowS }: ApplyEmailDeps,
  device: RequestDevice,
  jwt: string,
): Promise<AppliedEmail> {
  const assertion = await verifyAssertion(jwt, { vaultKey, deviceId: device.id, nowS: nowS() })
  const { identity, purpose } = assertion
  if (purpose !== 'update-email' || identity.provider !== 'email') throw new InvalidAssertionError()
  const email = identity.subject
  return await db.transaction().execute(async (trx) => {
    await useAssertion(trx, assertion, nowS())
    const { user } = await requireSession({ db: trx, nowS }, device)
    if (user.provider !== 'email' || user.email === null) throw new UncheckedProviderError()
    const oldEmail = user.email
    if (oldEmail === email) return { oldEmail, email }
    await freeEmail(trx, email)
    await moveAccount(trx, { userId: user.id, oldEmail, email })
    return { oldEmail, email }
  })
}

/** Takes an address from an account that has no wallet. */
async function freeEmail(trx: Transaction<CustodyTables>, email: string): Promise<void> {
  const owner = await trx
    .selectFrom('identities as i')
    .innerJoin('users as u', 'u.id', 'i.user_id')
    .select('u.id')
    .where('i.provider', '=', 'email')
    .where('i.subject', '=', email)
    // A wallet that is being created must be seen.
    .forUpdate('u')
    .executeTakeFirst()
  if (owner !== undefined) {
    if (await hasWallet(trx, email)) throw new EmailInUseError()
    await trx.deleteFrom('sessions').where('user_id', '=', owner.id).execute()
    await trx
      .deleteFrom('identities')
      .where('provider', '=', 'email')
      .where('subject', '=', email)
      .execute()
  }
  await trx.deleteFrom('trusted_devices').where('email', '=', email).execute()
}

async function moveAccount(
  trx: Transaction<CustodyTables>,
  { userId, oldEmail, email }: AppliedEmail & { userId: string },
): Promise<void> {
  await trx
    .updateTable('identities')
    .set({ subject: email, email })
    .where('provider', '=', 'email')
    .where('subject', '=', oldEmail)
    .execute()
  await trx
    .updateTable('sessions')
    .set({ subject: email })
    .where('user_id', '=', userId)
    .where('provider', '=', 'email')
    .where('subject', '=', oldEmail)
    .execute()
  await trx.updateTable('trusted_devices').set({ email }).where('email', '=', oldEmail).execute()
}
