import {
  ConfirmPrimaryRequest,
  ConfirmPrimaryResponse,
  ConfirmSecondaryRequest,
  ConfirmSecondaryResponse,
  FinishUpdateRequest,
  FinishUpdateResponse,
  UpdateEmailRequest,
  UpdateEmailResponse,
} from '@bullring/login-api/vault-api/update-email'
import { deviceOf } from '@bullring/login-server/device/with-device'
import { placeOf } from '@bullring/login-server/mail/place'
import { requestLanguage } from '@bullring/server/http/request-language'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import type { Context } from 'hono'
import { PAGE_ERRORS } from '../http/documented-errors.ts'
import type { FinishingDevice } from './finish-update.ts'
import type { UpdateEmail } from './update-email.ts'

export type UpdateEmailOperationsDeps = {
  updateEmail: UpdateEmail
  /** Gives an account the address that custody's receipt names. Returns it. */
  finishUpdate: (caller: FinishingDevice, receipt: string) => Promise<string | null>
  ipOf: (c: Context) => string
}

/** Mails may fail, and the change may be impossible. */
const ERRORS = [...PAGE_ERRORS, 409, 502]

/** POST /email/update, /email/primary, /email/secondary and /email/finish. */
export function updateEmailOperations({
  updateEmail,
  finishUpdate,
  ipOf,
}: UpdateEmailOperationsDeps): readonly Operation[] {
  const callerOf = (c: Context, receipt: string | null = null) => {
    const { id: deviceId, origin } = deviceOf(c)
    const place = placeOf(c, { ip: ipOf(c), app: origin })
    return { deviceId, receipt, origin, place, language: requestLanguage(c) }
  }
  return [
    defineOperation({
      method: 'post',
      path: '/email/update',
      summary: 'Begins to change the email of the account, and mails the first code',
      body: UpdateEmailRequest,
      response: UpdateEmailResponse,
      errors: [...ERRORS, 404],
      handler: ({ body: { email, walletId = null, proof, receipt } }, c) =>
        updateEmail.start(callerOf(c, receipt), {
          newEmail: email,
          walletId,
          proof: proof == null ? null : Buffer.from(proof, 'base64url'),
        }),
    }),
    defineOperation({
      method: 'post',
      path: '/email/primary',
      summary: 'Confirms the current email, and mails the code to the new one',
      body: ConfirmPrimaryRequest,
      response: ConfirmPrimaryResponse,
      errors: ERRORS,
      handler: async ({ body: { otp, receipt } }, c) => {
        await updateEmail.confirmOld(callerOf(c, receipt), otp)
        return { action: 'VERIFY_SECONDARY_OTP' } satisfies ConfirmPrimaryResponse
      },
    }),
    defineOperation({
      method: 'post',
      path: '/email/secondary',
      summary: 'Confirms the new email, and returns the assertion for custody',
      body: ConfirmSecondaryRequest,
      response: ConfirmSecondaryResponse,
      errors: [...PAGE_ERRORS, 404, 409],
      handler: ({ body: { otp, receipt } }, c) => updateEmail.confirmNew(callerOf(c, receipt), otp),
    }),
    defineOperation({
      method: 'post',
      path: '/email/finish',
      summary: 'Gives the account the address that custody’s receipt names',
      body: FinishUpdateRequest,
      response: FinishUpdateResponse,
      errors: [...PAGE_ERRORS, 409],
      handler: async ({ body: { receipt } }, c) => {
        const { deviceId, place, language } = callerOf(c)
        return { email: await finishUpdate({ deviceId, language, place }, receipt) }
      },
    }),
  ]
}
