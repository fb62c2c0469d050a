import {
  DeviceWaitRequest,
  DeviceWaitResponse,
  EmailStartRequest,
  EmailStartResponse,
} from '@bullring/login-api/custody-api/email'
import { deviceOf } from '@bullring/login-server/device/with-device'
import { deviceLabel } from '@bullring/server/http/device-label'
import { requestLanguage } from '@bullring/server/http/request-language'
import type { HeldCounts } from '@bullring/server/limits/held-counts'
import { holdPlace } from '@bullring/server/limits/hold-place'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import type { DeviceChanges } from '../db/device-changes.ts'
import { API_ERRORS } from '../http/documented-errors.ts'
import { WAIT_RETRY_S } from '../limits/waits.ts'
import { type StartEmailDeps, startEmail } from './start-email.ts'
import { waitForDevice } from './wait-for-device.ts'

export type EmailDeps = StartEmailDeps & {
  /** Counts a login against the caller's limit. Throws when it is used up. */
  takeLogin: (c: Context) => void
  ipOf: (c: Context) => string
  /** Waiting requests of each IP address. */
  waits: HeldCounts
  deviceChanges: DeviceChanges
  /** Ends waiting requests when the service stops. */
  stopping: AbortSignal
}

/** POST /core/email/start and /core/email/device-wait. */
export function emailOperations(deps: EmailDeps): readonly Operation[] {
  return [startOperation(deps), waitOperation(deps)]
}

function startOperation(deps: EmailDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/core/email/start',
    summary: 'Begins a login by email',
    body: EmailStartRequest,
    response: EmailStartResponse,
    errors: [...API_ERRORS, 502],
    handler: async ({ body: { email } }, c) => {
      // The response says whether an address has a wallet, so callers may not try many.
      deps.takeLogin(c)
      const label = deviceLabel(c.req.header('user-agent') ?? '')
      const language = requestLanguage(c)
      const caller = { device: deviceOf(c), ip: deps.ipOf(c), label, language }
      return await startEmail(deps, email, caller)
    },
  })
}

function waitOperation(deps: EmailDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/core/email/device-wait',
    summary: 'Waits for the approval of the mailed link',
    body: DeviceWaitRequest,
    response: DeviceWaitResponse,
    errors: API_ERRORS,
    handler: async ({ body: { email } }, c) => {
      const signal = AbortSignal.any([c.req.raw.signal, deps.stopping])
      const request = { email, deviceId: deviceOf(c).id }
      const place = { caller: deps.ipOf(c), retryS: WAIT_RETRY_S }
      return await holdPlace(deps.waits, place, () => waitForDevice(deps, request, signal))
    },
  })
}
