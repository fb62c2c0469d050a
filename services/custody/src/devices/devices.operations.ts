import { deviceOf } from '@bullring/server/device/with-device'
import { requestLanguage } from '@bullring/server/mail/mail-language'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import {
  DeviceRevokeRequest,
  DeviceRevokeResponse,
  DevicesRequest,
  DevicesResponse,
} from '@bullring/wire/embedded/custody-api/devices'
import type { Kysely } from 'kysely'
import type { Clock } from '../clock.ts'
import { revokeDevices } from '../db/revoke-devices.ts'
import type { CustodyTables } from '../db/schema.ts'
import { API_ERRORS } from '../http/documented-errors.ts'
import { lockSession, requireSession } from '../http/require-session.ts'
import { listDevices } from './devices.queries.ts'
import type { RemovedDevice } from './removed-mail.ts'

export type DevicesDeps = {
  db: Kysely<CustodyTables>
  nowS: Clock
  /** Reports a removal to the owner; never throws. */
  notifyOwner: (email: string, device: RemovedDevice) => void
}

/** POST /core/devices and /core/devices/revoke. */
export function devicesOperations(deps: DevicesDeps): readonly Operation[] {
  const { db, nowS } = deps
  return [
    defineOperation({
      method: 'post',
      path: '/core/devices',
      summary: 'Devices that may use the account',
      body: DevicesRequest,
      response: DevicesResponse,
      errors: API_ERRORS,
      security: ['session'],
      handler: async (_, c) => {
        const device = deviceOf(c)
        const { user } = await requireSession(deps, device)
        return { devices: await listDevices(db, user.id, device.id) }
      },
    }),
    defineOperation({
      method: 'post',
      path: '/core/devices/revoke',
      summary: 'Ends the sessions of a device and deletes its auth share',
      body: DeviceRevokeRequest,
      response: DeviceRevokeResponse,
      errors: API_ERRORS,
      security: ['session'],
      handler: async ({ body }, c) => {
        const { user, labels } = await db.transaction().execute(async (trx) => {
          const { user } = await lockSession(trx, nowS, deviceOf(c))
          const revoked = { userId: user.id, only: body.deviceId }
          return { user, labels: await revokeDevices(trx, revoked, nowS()) }
        })
        const email = user.loginEmail ?? user.email
        const [label] = labels
        if (email !== null && label !== undefined) {
          deps.notifyOwner(email, { label, language: requestLanguage(c), time: nowS() })
        }
        return { revoked: true } as const
      },
    }),
  ]
}
