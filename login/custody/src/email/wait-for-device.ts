import type { DeviceWaitResponse } from '@bullring/login-api/custody-api/email'
import type { Database } from '../db/database.ts'
import type { DeviceChanges } from '../db/device-changes.ts'
import { waitUntilDecided } from '../wait-until-decided.ts'
import { deviceState } from './device-requests.queries.ts'
import { type MailboxReceiptDeps, mailboxReceipt } from './mailbox-receipt.ts'

/** Waits until the mailed link of a device is decided. */
export async function waitForDevice(
  deps: MailboxReceiptDeps & { db: Database; deviceChanges: DeviceChanges },
  request: { email: string; deviceId: string },
  signal: AbortSignal,
): Promise<DeviceWaitResponse> {
  const { db, nowS, deviceChanges } = deps
  const { deviceId } = request
  const readState = () => deviceState(db, request, nowS())
  const state = await waitUntilDecided({ deviceChanges, deviceId, readState }, signal)
  return state === 'approved' ? { state, receipt: await mailboxReceipt(deps, request) } : { state }
}
