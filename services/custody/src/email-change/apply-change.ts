import type { KeyObject } from 'node:crypto'
import type { RequestDevice } from '@bullring/server/device/verify-device-request'
import type { LoginAssertion } from '@bullring/wire/embedded/vault-api/assertion'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../clock.ts'
import { findLoginEmail, isIdentityOf, replaceLoginEmail } from '../db/identities.queries.ts'
import { findReservation } from '../db/reserved-emails.queries.ts'
import { revokeDevices } from '../db/revoke-devices.ts'
import type { CustodyTables } from '../db/schema.ts'
import { trustDevice } from '../db/trusted-devices.queries.ts'
import { lockSession } from '../http/require-session.ts'
import { InvalidAssertionError } from '../logins/errors.ts'
import { takeAssertion } from '../logins/take-assertion.ts'
import { verifyAssertion } from '../logins/verify-assertion.ts'
import { findChange, markApplied } from './email-changes.queries.ts'
import { ChangeNotApprovedError, EmailInUseError } from './errors.ts'

export type ApplyChangeDeps = { db: Kysely<CustodyTables>; vaultKey: KeyObject; nowS: Clock }

/**
 * Changes the address of the session's user to the one that the vault asserts, once the owner of the current one has approved
 * exactly this change on the core's own page. All other devices are revoked. Repeating it changes nothing.
 *
 * @throws {NoSessionError} @throws {InvalidAssertionError} @throws {ChangeNotApprovedError} @throws {EmailInUseError}
 */
export async function applyChange(
  { db, vaultKey, nowS }: ApplyChangeDeps,
  device: RequestDevice,
  jwt: string,
): Promise<string> {
  const assertion = await verifyAssertion(jwt, { vaultKey, deviceId: device.id, nowS: nowS() })
  const { identity, purpose } = assertion
  if (purpose !== 'update-email' || identity.provider !== 'email') throw new InvalidAssertionError()
  const newEmail = identity.subject
  await db.transaction().execute(async (trx) => {
    const { user } = await lockSession(trx, nowS, device)
    if ((await findLoginEmail(trx, user.id)) === newEmail) return
    await takeAssertion(trx, assertion, nowS())
    await requireSameAccount(trx, user.id, assertion)
    const change = { userId: user.id, deviceId: device.id, newEmail }
    await moveAccount(trx, change, nowS())
  })
  return newEmail
}

/** The vault's account and the core's must be the same: the device may be logged in to another one there. */
async function requireSameAccount(
  trx: Transaction<CustodyTables>,
  userId: string,
  { previous }: LoginAssertion,
): Promise<void> {
  if (previous === undefined || !(await isIdentityOf(trx, userId, previous))) {
    throw new InvalidAssertionError()
  }
}

async function moveAccount(
  trx: Transaction<CustodyTables>,
  change: { userId: string; deviceId: string; newEmail: string },
  nowS: number,
): Promise<void> {
  const { userId, deviceId, newEmail } = change
  const oldEmail = await findLoginEmail(trx, userId)
  const approved = await findChange(trx, change, nowS)
  if (approved?.state !== 'approved' || approved.oldEmail !== oldEmail) {
    throw new ChangeNotApprovedError()
  }
  const owner = await findReservation(trx, newEmail, nowS)
  if (owner !== null && owner !== userId) throw new EmailInUseError()
  await revokeDevices(trx, { userId, except: deviceId }, nowS)
  if (oldEmail !== null) await forgetApprovals(trx, oldEmail)
  if (!(await replaceLoginEmail(trx, userId, newEmail))) throw new EmailInUseError()
  await forgetApprovals(trx, newEmail)
  await trustDevice(trx, { email: newEmail, deviceId }, nowS)
  await markApplied(trx, { id: approved.id, userId }, nowS)
}

/** Approvals were given by the earlier owner of the address. */
async function forgetApprovals(trx: Transaction<CustodyTables>, email: string): Promise<void> {
  for (const table of ['device_requests', 'trusted_devices'] as const) {
    await trx.deleteFrom(table).where('email', '=', email).execute()
  }
}
