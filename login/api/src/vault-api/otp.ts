import { plainText, typedDigits } from '@bullring/wire/text/plain-text'
import * as z from 'zod/mini'
import { EmailField } from '../email-field.ts'
import { Assertion } from './assertion.ts'

/** Login codes by email. Every request is signed by the device. */

/** Digits of a code. */
export const OTP_LENGTH = 6

/** Lifetime of a code. */
export const OTP_LIFETIME_SECONDS = 20 * 60

/** Time from one mail to an address to the next. */
export const OTP_COOLDOWN_SECONDS = 30

/** A code as the visitor types or pastes it, in digits of any script, with or without a space, parsed to its digits. */
export const OtpField = z.pipe(
  z.pipe(
    z.pipe(z.string().check(z.maxLength(20)), z.transform(plainText)),
    z.string().check(z.regex(/^\s*\d{3}[\s-]?\d{3}\s*$/, 'not a 6-digit code')),
  ),
  z.transform(typedDigits),
)

/** Purpose of a code. `export` proves the login again before a key is shown. */
export const OtpPurpose = z.enum(['login', 'export'])
export type OtpPurpose = z.infer<typeof OtpPurpose>

/**
 * Body of POST /otp/send: mails a code, which replaces the earlier one of this device, address and purpose. Within the
 * cooldown the response is 429 with the text for the visitor as `detail`, `Please try again after {n} seconds`.
 */
export const SendOtpRequest = z.object({
  email: EmailField,
  purpose: OtpPurpose,
  /** Shows that the mailbox has let the device in (`mailbox-receipt.ts`): strangers cannot use up its mails and tries. */
  receipt: z.nullish(Assertion),
})
export type SendOtpRequest = z.output<typeof SendOtpRequest>

/** Response of POST /otp/send. */
export const SendOtpResponse = z.object({
  /** Lifetime of the code. */
  expiresInSeconds: z.int(),
  /** Time from which the next mail may be requested. */
  nextInSeconds: z.int(),
})
export type SendOtpResponse = z.infer<typeof SendOtpResponse>

/**
 * Body of POST /otp/verify: exchanges the code for an assertion, once. An invalid code is 401 `otp.wrong-code`,
 * `otp.expired` or `otp.locked` with the text for the visitor as `detail`, without a period.
 */
export const VerifyOtpRequest = z.object({ email: EmailField, purpose: OtpPurpose, otp: OtpField })
export type VerifyOtpRequest = z.output<typeof VerifyOtpRequest>

/** Response of POST /otp/verify. */
export const VerifyOtpResponse = z.object({ assertion: Assertion })
export type VerifyOtpResponse = z.infer<typeof VerifyOtpResponse>
