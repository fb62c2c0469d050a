import type { KeyObject } from 'node:crypto'
import type { RequestDevice } from '@bullring/login-server/device/verify-device-request'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../clock.ts'
import { findLoginEmail, replaceLoginEmail } from '../db/identities.queries.ts'
import { noticeReceivers } from '../db/notice-receivers.queries.ts'
import { findReservation } from '../db/reserved-emails.queries.ts'
import { revokeDevices } from '../db/revoke-devices.ts'
import type { CustodyTables } from '../db/schema.ts'
import { trustDevice } from '../db/trusted-devices.queries.ts'
import { lockSession } from '../http/require-session.ts'
import { InvalidAssertionError } from '../logins/errors.ts'
import { requireOwner } from '../logins/require-owner.ts'
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
    const session = await lockSession(trx, nowS, device)
    const { user } = session
    if ((await findLoginEmail(trx, user.id)) === newEmail) return
    await requireOwner(trx, session, { assertion, identity: assertion.previous }, nowS())
    const change = { userId: user.id, deviceId: device.id, newEmail }
    await moveAccount(trx, change, nowS())
  })
  return newEmail
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
  // Before it is changed: the new address may be a thief's.
  const receivers = await noticeReceivers(trx, userId)
  await revokeDevices(trx, { userId, except: deviceId }, nowS)
  if (oldEmail !== null) await forgetApprovals(trx, oldEmail)
  if (!(await replaceLoginEmail(trx, userId, newEmail))) throw new EmailInUseError()
  await forgetApprovals(trx, newEmail)
  await trustDevice(trx, { email: newEmail, deviceId }, nowS)
  await markApplied(trx, { id: approved.id, userId, receivers }, nowS)
}

/** Approvals were given by the earlier owner of the address. */
async function forgetApprovals(trx: Transaction<CustodyTables>, email: string): Promise<void> {
  for (const table of ['device_requests', 'trusted_devices'] as const) {
    await trx.deleteFrom(table).where('email', '=', email).execute()
  }
}
