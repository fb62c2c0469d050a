import { deviceOf } from '@bullring/server/device/with-device'
import { requestLanguage } from '@bullring/server/mail/mail-language'
import { defineOperation } from '@bullring/server/operations/define-operation'
import type { Operation } from '@bullring/server/operations/operation'
import {
  ConfirmPrimaryRequest,
  ConfirmPrimaryResponse,
  ConfirmSecondaryRequest,
  ConfirmSecondaryResponse,
  FinishUpdateRequest,
  FinishUpdateResponse,
  UpdateEmailRequest,
  UpdateEmailResponse,
} from '@bullring/wire/embedded/vault-api/update-email'
import type { Context } from 'hono'
import { PAGE_ERRORS } from '../http/documented-errors.ts'
import type { FinishingDevice } from './finish-update.ts'
import type { UpdateEmail } from './update-email.ts'

export type UpdateEmailOperationsDeps = {
  updateEmail: UpdateEmail
  /** Gives an account the address that custody's receipt names; returns it. */
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
  const callerOf = (c: Context) => {
    const { id: deviceId, origin } = deviceOf(c)
    return { deviceId, origin, ip: ipOf(c), language: requestLanguage(c) }
  }
  return [
    defineOperation({
      method: 'post',
      path: '/email/update',
      summary: 'Begins to change the email of the account, and mails the first code',
      body: UpdateEmailRequest,
      response: UpdateEmailResponse,
      errors: ERRORS,
      handler: ({ body: { email } }, c) => updateEmail.start(callerOf(c), email),
    }),
    defineOperation({
      method: 'post',
      path: '/email/primary',
      summary: 'Confirms the current email, and mails the code to the new one',
      body: ConfirmPrimaryRequest,
      response: ConfirmPrimaryResponse,
      errors: ERRORS,
      handler: async ({ body: { otp } }, c) => {
        await updateEmail.confirmOld(callerOf(c), otp)
        return { action: 'VERIFY_SECONDARY_OTP' } satisfies ConfirmPrimaryResponse
      },
    }),
    defineOperation({
      method: 'post',
      path: '/email/secondary',
      summary: 'Confirms the new email, and returns the assertion for custody',
      body: ConfirmSecondaryRequest,
      response: ConfirmSecondaryResponse,
      errors: [...PAGE_ERRORS, 409],
      handler: ({ body: { otp } }, c) => updateEmail.confirmNew(callerOf(c), otp),
    }),
    defineOperation({
      method: 'post',
      path: '/email/finish',
      summary: 'Gives the account the address that custody’s receipt names',
      body: FinishUpdateRequest,
      response: FinishUpdateResponse,
      errors: [...PAGE_ERRORS, 409],
      handler: async ({ body: { receipt } }, c) => ({
        email: await finishUpdate(callerOf(c), receipt),
      }),
    }),
  ]
}
