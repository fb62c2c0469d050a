import type { DeviceWaitResponse } from '@bullring/wire/embedded/custody-api/email'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import type { DeviceChanges } from '../db/device-changes.ts'
import { waitUntilDecided } from '../wait-until-decided.ts'
import { deviceState } from './device-requests.queries.ts'

/** Waits until the mailed link of a device is decided. */
export async function waitForDevice(
  { db, nowS, deviceChanges }: { db: Database; nowS: Clock; deviceChanges: DeviceChanges },
  request: { email: string; deviceId: string },
  signal: AbortSignal,
): Promise<DeviceWaitResponse> {
  const { deviceId } = request
  const readState = () => deviceState(db, request, nowS())
  return { state: await waitUntilDecided({ deviceChanges, deviceId, readState }, signal) }
}
