import { deviceOf } from '@bullring/server/device/with-device'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import {
  DeviceWaitRequest,
  DeviceWaitResponse,
  EmailApplyRequest,
  EmailApplyResponse,
  EmailStartRequest,
  EmailStartResponse,
} from '@bullring/wire/embedded/custody-api/email'
import type { Context } from 'hono'
import { deviceLabel } from '../http/device-label.ts'
import { API_ERRORS } from '../http/documented-errors.ts'
import { type AppliedEmail, type ApplyEmailDeps, applyEmail } from './apply-email.ts'
import { type StartEmailDeps, startEmail } from './start-email.ts'
import { waitForDevice } from './wait-for-device.ts'

export type EmailDeps = StartEmailDeps &
  ApplyEmailDeps & {
    /** Tells the owner at the earlier address. */
    notifyChange: (change: AppliedEmail) => void
    /** Counts a login against the caller's limit; throws when it is used up. */
    takeLogin: (c: Context) => void
    ipOf: (c: Context) => string
    /** Ends waiting requests when the service stops. */
    stopping: AbortSignal
  }

/** POST /core/email/start, /core/email/device-wait and /core/email/apply. */
export function emailOperations(deps: EmailDeps): readonly Operation[] {
  return [startOperation(deps), waitOperation(deps), applyOperation(deps)]
}

function startOperation(deps: EmailDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/core/email/start',
    summary: 'Begins a login by e-mail',
    body: EmailStartRequest,
    response: EmailStartResponse,
    errors: [...API_ERRORS, 502],
    handler: async ({ body: { email } }, c) => {
      // The response says whether an address has a wallet, so callers may not try many.
      deps.takeLogin(c)
      const label = deviceLabel(c.req.header('user-agent') ?? '')
      return await startEmail(deps, email, { device: deviceOf(c), ip: deps.ipOf(c), label })
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
      return await waitForDevice(deps, { email, deviceId: deviceOf(c).id }, signal)
    },
  })
}

function applyOperation(deps: EmailDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/core/email/apply',
    summary: 'Changes the address of the account to the one that the vault asserts',
    body: EmailApplyRequest,
    response: EmailApplyResponse,
    errors: [...API_ERRORS, 409],
    security: ['session'],
    handler: async ({ body: { assertion } }, c) => {
      const change = await applyEmail(deps, deviceOf(c), assertion)
      if (change.oldEmail !== change.email) deps.notifyChange(change)
      return { email: change.email }
    },
  })
}
