import type { DeviceWaitResponse } from '@bullring/wire/embedded/custody-api/email'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { pollUntilDecided } from '../poll-until-decided.ts'
import { deviceState } from './device-requests.queries.ts'

/** Waits until the mailed link of a device is decided. */
export async function waitForDevice(
  { db, nowS }: { db: Database; nowS: Clock },
  request: { email: string; deviceId: string },
  signal: AbortSignal,
): Promise<DeviceWaitResponse> {
  return { state: await pollUntilDecided(() => deviceState(db, request, nowS()), signal) }
}
