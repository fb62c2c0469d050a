import {
  DeviceRevokeRequest,
  DeviceRevokeResponse,
  DevicesRequest,
  DevicesResponse,
} from '@bullring/login-api/custody-api/devices'
import { deviceOf } from '@bullring/login-server/device/with-device'
import { placeOf } from '@bullring/login-server/mail/place'
import { requestLanguage } from '@bullring/server/http/request-language'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import { API_ERRORS } from '../http/documented-errors.ts'
import { requireSession } from '../http/require-session.ts'
import type { NotifyOwner } from '../logins/notify-owner.ts'
import { listDevices } from './devices.queries.ts'
import { type RemoveDeviceDeps, removeDevice } from './remove-device.ts'
import type { RemovedDevice } from './removed-mail.ts'

export type DevicesDeps = RemoveDeviceDeps & {
  ipOf: (c: Context) => string
  /** Reports a removal to the owner. */
  notifyOwner: NotifyOwner<RemovedDevice>
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
      handler: async ({ body: { deviceId, assertion = null } }, c) => {
        const device = deviceOf(c)
        const { userId, label } = await removeDevice(deps, device, { deviceId, assertion })
        if (label !== null) {
          const place = placeOf(c, { ip: deps.ipOf(c), app: device.origin })
          const removed = { label, place, language: requestLanguage(c), time: nowS() }
          deps.notifyOwner({ userId }, removed)
        }
        return { revoked: true } as const
      },
    }),
  ]
}
