import { placeOf } from '@bullring/login-server/mail/place'
import { linkPageOperations } from '@bullring/login-server/pages/link-page.operations'
import type { Operation } from '@bullring/server/operations/operation'
import type { PageLayout } from '@bullring/server/page'
import type { Context } from 'hono'
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import { lockUser } from '../db/lock-user.ts'
import { revokeDevices } from '../db/revoke-devices.ts'
import type { CustodyTables } from '../db/schema.ts'
import type { NotifyOwner } from '../logins/notify-owner.ts'
import { findLinkedDevice, type LinkedDevice } from './device-links.queries.ts'
import { REMOVAL_PATH, removalPage } from './removal-page.ts'
import type { RemovedDevice } from './removed-mail.ts'

export type RemovalPageDeps = {
  db: Kysely<CustodyTables>
  nowS: Clock
  layout: PageLayout
  ipOf: (c: Context) => string
  /** Reports a removal to the owner. */
  notifyOwner: NotifyOwner<RemovedDevice>
}

/** GET and POST /device/remove: the page behind the link in the mail about a new device. */
export function removalPageOperations(deps: RemovalPageDeps): readonly Operation[] {
  const { db, nowS, ipOf } = deps
  return linkPageOperations({
    layout: deps.layout,
    path: REMOVAL_PATH,
    summaries: { show: 'Shows a new device', decide: 'Removes a new device' },
    show: async ({ token, hash, language }) => {
      const device = await findLinkedDevice(db, hash, nowS())
      return device && removalPage(device, token, language)
    },
    decide: async ({ hash, language }, { decision }, c) => {
      const device = decision === 'remove' ? await findLinkedDevice(db, hash, nowS()) : null
      const label = device === null || device.isTooOld ? null : await remove(deps, device)
      if (device === null || label === null) return undefined
      const place = placeOf(c, { ip: ipOf(c), app: null })
      deps.notifyOwner({ userId: device.userId }, { label, place, language, time: nowS() })
      return undefined
    },
  })
}

/** Returns the label of the device, or null when it was removed before. */
async function remove(
  { db, nowS }: RemovalPageDeps,
  { userId, deviceId }: LinkedDevice,
): Promise<string | null> {
  return await db.transaction().execute(async (trx) => {
    await lockUser(trx, userId)
    const [label = null] = await revokeDevices(trx, { userId, only: deviceId }, nowS())
    return label
  })
}
