import * as z from 'zod/mini'
import { DeviceId } from '../byte-fields.ts'

/**
 * Receipt of an address: a JWT with which custody states, for 60 seconds, with which address the user of a wallet logs in.
 * Vault believes it only for addresses that the account, or the device, has proven at vault itself.
 */

/** `alg` of the receipt (RFC 8037). */
export const RECEIPT_ALGORITHM = 'EdDSA'

/** `iss` of the receipt. */
export const RECEIPT_ISSUER = 'custody'

/** `aud` of the receipt. */
export const RECEIPT_AUDIENCE = 'vault'

/** `typ` of the receipt's header (RFC 8725, section 3.11). */
export const RECEIPT_TYPE = 'email-receipt+jwt'

/** Time for which vault accepts a receipt. */
export const RECEIPT_LIFETIME_S = 60

/** Claims of the receipt besides `iss`, `aud`, `iat` and `exp`, which jose sets and checks. */
export const EmailReceipt = z.object({
  /** The only device that may present it. */
  device: DeviceId,
  walletId: z.uuid(),
  /** Null after the first address of a wallet was undone. */
  email: z.nullable(z.string().check(z.minLength(3), z.maxLength(254))),
  /**
   * Time of the last undo of a change of the address, in Unix seconds: it also removes passkeys that a thief may have
   * added.
   */
  undoneAt: z.optional(z.int()),
})
export type EmailReceipt = z.infer<typeof EmailReceipt>
