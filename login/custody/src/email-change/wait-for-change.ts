import type { EmailChangeResponse } from '@bullring/login-api/custody-api/email-change'
import type { RequestDevice } from '@bullring/login-server/device/verify-device-request'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { DeviceChanges } from '../db/device-changes.ts'
import { requireSession } from '../http/require-session.ts'
import { waitUntilDecided } from '../wait-until-decided.ts'
import { findChange } from './email-changes.queries.ts'

/** Waits until the owner of the current address has decided about a change. */
export async function waitForChange(
  { db, nowS, deviceChanges }: { db: Database; nowS: Clock; deviceChanges: DeviceChanges },
  { device, newEmail }: { device: RequestDevice; newEmail: string },
  signal: AbortSignal,
): Promise<EmailChangeResponse> {
  const readState = async () => {
    const { user } = await requireSession({ db, nowS }, device)
    const change = { userId: user.id, deviceId: device.id, newEmail }
    return (await findChange(db, change, nowS()))?.state ?? 'expired'
  }
  const wait = { deviceChanges, deviceId: device.id, readState }
  return { state: await waitUntilDecided(wait, signal) }
}
