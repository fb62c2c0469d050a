import { setTimeout as sleep } from 'node:timers/promises'
import type { RequestDevice } from '@bullring/server/device/verify-device-request'
import type { EmailChangeResponse } from '@bullring/wire/embedded/custody-api/email-change'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/database.ts'
import { requireSession } from '../http/require-session.ts'
import { findChange } from './email-changes.queries.ts'

/** Less than the 30 seconds after which apps give up. */
const WAIT_MS = 25_000
const POLL_MS = 500

/** Waits until the owner of the current address has decided about a change, for 25 seconds at most. */
export async function waitForChange(
  { db, nowS }: { db: Database; nowS: Clock },
  { device, newEmail }: { device: RequestDevice; newEmail: string },
  signal: AbortSignal,
): Promise<EmailChangeResponse> {
  const limited = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)])
  for (;;) {
    const { user } = await requireSession({ db, nowS }, device)
    const change = { userId: user.id, deviceId: device.id, newEmail }
    const state = (await findChange(db, change, nowS()))?.state ?? 'expired'
    if (state !== 'pending' || limited.aborted) return { state }
    await sleep(POLL_MS, undefined, { signal: limited }).catch(() => undefined)
  }
}
