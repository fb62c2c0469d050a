import * as z from 'zod/mini'
import { EmailField } from '../email-field.ts'
import { Assertion } from '../vault-api/assertion.ts'

/** POST /core/email/start: begins a login by email. No session needed. One of the same account is recognized. */
export const EmailStartRequest = z.object({ email: EmailField })
export type EmailStartRequest = z.input<typeof EmailStartRequest>

/**
 * Next step of the login: `VERIFY_DEVICE` the mailed link (wait with /core/email/device-wait), `VERIFY_OTP` the
 * vault's code, `CONNECT` nothing: the request's session is signed in to this address.
 *
 * After many mails to an address, which strangers may have caused, no further link is mailed: the response is 429
 * `custody.use-latest-mail`, and its `detail` has a code, which the page behind the latest link takes.
 */
export const EmailStartResponse = z.object({
  action: z.enum(['VERIFY_DEVICE', 'VERIFY_OTP', 'CONNECT']),
  /** With `VERIFY_OTP`, for a device that the mailbox has let in: a `mailbox-receipt.ts` for /otp/send. */
  receipt: z.optional(Assertion),
})
export type EmailStartResponse = z.infer<typeof EmailStartResponse>

/** POST /core/email/device-wait: waits up to 25 seconds for the mailed link. Call it again while `pending`. */
export const DeviceWaitRequest = z.object({ email: EmailField })
export type DeviceWaitRequest = z.input<typeof DeviceWaitRequest>

/** `expired` also when no link was mailed. An approval is remembered: the next start says `VERIFY_OTP`. */
export const DeviceWaitResponse = z.object({
  state: z.enum(['pending', 'approved', 'rejected', 'expired']),
  /** With `approved`: a `mailbox-receipt.ts` for /otp/send. */
  receipt: z.optional(Assertion),
})
export type DeviceWaitResponse = z.infer<typeof DeviceWaitResponse>
