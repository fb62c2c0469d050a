import * as z from 'zod/mini'
import { EmailField } from '../email-field.ts'
import { Assertion } from './assertion.ts'
import { OtpField } from './otp.ts'
import { ProofField } from './passkeys.ts'

/**
 * Changing the address of an account. Every request is signed by the device, which must be logged in at vault. The
 * current address is confirmed first, then the new one. An account without an address confirms the new one only, on the wallet's
 * own dashboard and within five minutes of a login. The
 * current address keeps its rights until custody's receipt shows that the change was made there too. While the wallet needs a
 * passkey, a change needs the same proof as a change of the passkeys.
 */

/** Custody's receipt of the session; needed unless the login is of the last five minutes. */
const Receipt = z.nullish(Assertion)

/** Body of POST /email/update: mails the first code. A repetition starts again. */
export const UpdateEmailRequest = z.object({
  email: EmailField,
  /** Absent for an account without a wallet. */
  walletId: z.nullish(z.uuid()),
  /** The proof that the caller has the wallet's recovery share; absent for a wallet that needs no passkey. */
  proof: z.nullish(ProofField),
  receipt: Receipt,
})
export type UpdateEmailRequest = z.output<typeof UpdateEmailRequest>

/** Response of POST /email/update: which code was mailed. */
export const UpdateEmailResponse = z.object({
  action: z.enum(['VERIFY_PRIMARY_OTP', 'VERIFY_SECONDARY_OTP']),
  /** The address that the account has now; null if it has none. */
  currentEmail: z.nullable(z.string()),
})
export type UpdateEmailResponse = z.infer<typeof UpdateEmailResponse>

/** Body of POST /email/primary, the code from the current address; mails the one for the new address. */
export const ConfirmPrimaryRequest = z.object({ otp: OtpField, receipt: Receipt })
export type ConfirmPrimaryRequest = z.output<typeof ConfirmPrimaryRequest>

/** Response of POST /email/primary. */
export const ConfirmPrimaryResponse = z.object({ action: z.literal('VERIFY_SECONDARY_OTP') })
export type ConfirmPrimaryResponse = z.infer<typeof ConfirmPrimaryResponse>

/** Body of POST /email/secondary, the code from the new address. */
export const ConfirmSecondaryRequest = z.object({ otp: OtpField, receipt: Receipt })
export type ConfirmSecondaryRequest = z.output<typeof ConfirmSecondaryRequest>

/** Response of POST /email/secondary: with this assertion, custody changes the address too. */
export const ConfirmSecondaryResponse = z.object({ newEmail: z.string(), assertion: Assertion })
export type ConfirmSecondaryResponse = z.infer<typeof ConfirmSecondaryResponse>

/**
 * Body of POST /email/finish, with custody's receipt: gives the account the address that it names, once the account has
 * proven it, and takes the earlier one from it. Repeatable. Also called when a wallet is not found: an undone change is
 * finished in this way, too.
 */
export const FinishUpdateRequest = z.object({ receipt: Assertion })
export type FinishUpdateRequest = z.output<typeof FinishUpdateRequest>

/** Response of POST /email/finish. */
export const FinishUpdateResponse = z.object({ email: z.nullable(z.string()) })
export type FinishUpdateResponse = z.infer<typeof FinishUpdateResponse>
