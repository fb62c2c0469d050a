import type { KeyObject } from 'node:crypto'
import type { Identity } from '@bullring/login-api/identity'
import {
  OTP_COOLDOWN_SECONDS,
  OTP_LIFETIME_SECONDS,
  SendOtpRequest,
  SendOtpResponse,
  VerifyOtpRequest,
  VerifyOtpResponse,
} from '@bullring/login-api/vault-api/otp'
import { deviceOf } from '@bullring/login-server/device/with-device'
import { placeOf } from '@bullring/login-server/mail/place'
import { requestLanguage } from '@bullring/server/http/request-language'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import { PAGE_ERRORS } from '../http/documented-errors.ts'
import { storeLogin } from '../logins/logins.queries.ts'
import type { SignAssertion } from '../logins/sign-assertion.ts'
import { readMailboxReceipt } from '../logins/verify-receipt.ts'
import { enterCode } from './enter-code.ts'
import { type SendCodeDeps, sendCode } from './send-code.ts'

export type OtpDeps = SendCodeDeps & {
  signAssertion: SignAssertion
  /** Verifies custody's receipts. */
  custodyKey: KeyObject
  ipOf: (c: Context) => string
  metrics: { codeSent: (purpose: string) => void; codeEntered: (outcome: string) => void }
}

/** POST /otp/send and /otp/verify. */
export function otpOperations(deps: OtpDeps): readonly Operation[] {
  return [sendOperation(deps), verifyOperation(deps)]
}

function sendOperation(deps: OtpDeps): Operation {
  const { ipOf, metrics } = deps
  return defineOperation({
    method: 'post',
    path: '/otp/send',
    summary: 'Mails a login code',
    body: SendOtpRequest,
    response: SendOtpResponse,
    errors: [...PAGE_ERRORS, 502],
    handler: async ({ body: { email, purpose, receipt } }, c) => {
      const { id: deviceId, origin } = deviceOf(c)
      // An old receipt does not count: the code is then counted like a stranger's.
      const mailbox = await readMailboxReceipt(receipt, { custodyKey: deps.custodyKey, deviceId })
      const isOwner = mailbox?.email === email
      const place = placeOf(c, { ip: ipOf(c), app: origin })
      const request = { place, language: requestLanguage(c), isOwner }
      await sendCode(deps, { deviceId, email, purpose }, request)
      metrics.codeSent(purpose)
      return { expiresInSeconds: OTP_LIFETIME_SECONDS, nextInSeconds: OTP_COOLDOWN_SECONDS }
    },
  })
}

function verifyOperation(deps: OtpDeps): Operation {
  return defineOperation({
    method: 'post',
    path: '/otp/verify',
    summary: 'Exchanges a login code for an assertion, once',
    body: VerifyOtpRequest,
    response: VerifyOtpResponse,
    errors: PAGE_ERRORS,
    handler: async ({ body: { email, purpose, otp } }, c) => {
      const { id: deviceId } = deviceOf(c)
      const identity: Identity = { provider: 'email', subject: email, email, name: null }
      const { authTime } = await enterCode(deps, { deviceId, email, purpose }, otp, (trx) =>
        storeLogin(trx, deviceId, identity),
      )
      const assertion = await deps.signAssertion({
        device: deviceId,
        identity,
        amr: ['otp'],
        auth_time: authTime,
        purpose,
      })
      return { assertion }
    },
  })
}
