import * as z from 'zod/mini'
import { EmailField } from '../email-field.ts'
import { Assertion } from '../vault-api/assertion.ts'

/**
 * Changing the email address, core's half. Every request needs a session. Core changes nothing on the vault's assertion alone: it
 * mails a link to the current address, and the owner approves the new address on its page. A wallet without an address gets its
 * first one on the wallet's own dashboard only, within five minutes of a login: the link goes to the new address.
 */

/** POST /core/email-change/start: mails the link. A repeated request mails the link again and keeps an approval. */
export const EmailChangeStartRequest = z.object({ email: EmailField })

/** POST /core/email-change/wait: waits up to 25 seconds for the decision. Call it again while `pending`. */
export const EmailChangeWaitRequest = z.object({ email: EmailField })

/**
 * Response of `start` and `wait`. `expired` also when no change was begun.
 */
export const EmailChangeResponse = z.object({
  state: z.enum(['pending', 'approved', 'rejected', 'expired', 'applied']),
})
export type EmailChangeResponse = z.infer<typeof EmailChangeResponse>

/**
 * POST /core/email-change/apply: changes the address to one that vault asserts and that was approved on this device.
 * All other devices are revoked. Repeating it changes nothing.
 */
export const EmailChangeApplyRequest = z.object({ assertion: Assertion })
export type EmailChangeApplyRequest = z.infer<typeof EmailChangeApplyRequest>

/** The address with which the account logs in from now on. */
export const EmailChangeApplyResponse = z.object({ email: z.string() })
export type EmailChangeApplyResponse = z.infer<typeof EmailChangeApplyResponse>

/** POST /core/email-change/receipt: core's receipt for the current address, to present to the vault. */
export const EmailReceiptRequest = z.object({
  /** Id of the wallet that the page is about to create, for a user without one. */
  newWalletId: z.optional(z.uuid()),
})
export const EmailReceiptResponse = z.object({
  /** Null for a user who never had an address, and when `newWalletId` is not for a user without a wallet. */
  receipt: z.nullable(Assertion),
})
export type EmailReceiptResponse = z.infer<typeof EmailReceiptResponse>
