import * as z from 'zod/mini'
import { DeviceId } from '../byte-fields.ts'
import { EmailField } from '../email-field.ts'

/**
 * Receipt of a mailbox: a JWT with which custody states, for 60 seconds, that a mailed link has let a device log in with
 * an address. Vault counts its codes separately from those that strangers request.
 * Signed like the receipt of an address (`email-receipt.ts`).
 */

/** `typ` of the receipt's header (RFC 8725, section 3.11). */
export const MAILBOX_RECEIPT_TYPE = 'mailbox-receipt+jwt'

/** Claims of the receipt besides `iss`, `aud`, `iat` and `exp`, which jose sets and checks. */
export const MailboxReceipt = z.object({
  /** The only device that may present it. */
  device: DeviceId,
  email: EmailField,
})
export type MailboxReceipt = z.output<typeof MailboxReceipt>
