import type { KeyObject } from 'node:crypto'
import type { CustodySession } from '@bullring/login-api/custody-api/session'
import type { RequestDevice } from '@bullring/login-server/device/verify-device-request'
import type { Kysely, Transaction } from 'kysely'
import type { Clock } from '../clock.ts'
import { revokeDevices } from '../db/revoke-devices.ts'
import type { CustodyTables } from '../db/schema.ts'
import { lockSession } from '../http/require-session.ts'
import { InvalidAssertionError } from '../logins/errors.ts'
import { requireOwner } from '../logins/require-owner.ts'
import { verifyAssertion } from '../logins/verify-assertion.ts'
import { OwnerNotProvenError } from './errors.ts'

export type RemoveDeviceDeps = { db: Kysely<CustodyTables>; vaultKey: KeyObject; nowS: Clock }

/** A device to remove. `assertion` is the vault's; null for the device that calls, and without a wallet. */
type Removal = { deviceId: string; assertion: string | null }

/**
 * Removes a device of the session's user: any other one only with the vault's assertion that the caller is the owner. Repeating
 * it changes nothing.
 *
 * @returns Whose it was, and its label, or null for one that was removed before.
 * @throws {NoSessionError} @throws {OwnerNotProvenError} @throws {InvalidAssertionError}
 */
export async function removeDevice(
  deps: RemoveDeviceDeps,
  device: RequestDevice,
  { deviceId, assertion }: Removal,
): Promise<{ userId: string; label: string | null }> {
  const { db, nowS } = deps
  return await db.transaction().execute(async (trx) => {
    const session = await lockSession(trx, nowS, device)
    const { user, wallet } = session
    if (deviceId !== device.id && wallet !== null) {
      await requireProof(trx, deps, { session, callerId: device.id, assertion })
    }
    const [label = null] = await revokeDevices(trx, { userId: user.id, only: deviceId }, nowS())
    return { userId: user.id, label }
  })
}

async function requireProof(
  trx: Transaction<CustodyTables>,
  { vaultKey, nowS }: RemoveDeviceDeps,
  removal: { session: CustodySession; callerId: string; assertion: string | null },
): Promise<void> {
  const { session, callerId: deviceId, assertion: jwt } = removal
  if (jwt === null) throw new OwnerNotProvenError()
  const assertion = await verifyAssertion(jwt, { vaultKey, deviceId, nowS: nowS() })
  if (assertion.purpose !== 'remove-device') throw new InvalidAssertionError()
  await requireOwner(trx, session, { assertion, identity: assertion.identity }, nowS())
}
