import { setTimeout as sleep } from 'node:timers/promises'
import type { DeviceWaitResponse } from '@bullring/wire/embedded/custody-api/email'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { deviceState } from './device-requests.queries.ts'

/** Less than the 30 seconds after which apps give up. */
const WAIT_MS = 25_000
const POLL_MS = 500

/** Waits until the mailed link of a device is decided, for 25 seconds at most. */
export async function waitForDevice(
  { db, nowS }: { db: Database; nowS: Clock },
  request: { email: string; deviceId: string },
  signal: AbortSignal,
): Promise<DeviceWaitResponse> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)])
  for (;;) {
    const state = await deviceState(db, request, nowS())
    if (state !== 'pending' || limited.aborted) return { state }
    await sleep(POLL_MS, undefined, { signal: limited }).catch(() => undefined)
  }
}
