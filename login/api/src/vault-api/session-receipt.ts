import * as z from 'zod/mini'
import { DeviceId } from '../byte-fields.ts'

/**
 * Receipt of a session: a JWT with which custody states, for 60 seconds, that a device is logged in to the user of a wallet.
 * Vault takes it in place of a login of the last five minutes, so that a device that custody has revoked is out there, too.
 * Signed like the receipt of an address (`email-receipt.ts`).
 */

/** `typ` of the receipt's header (RFC 8725, section 3.11). */
export const SESSION_RECEIPT_TYPE = 'session-receipt+jwt'

/** Claims of the receipt besides `iss`, `aud`, `iat` and `exp`, which jose sets and checks. */
export const SessionReceipt = z.object({
  /** The only device that may present it. */
  device: DeviceId,
  walletId: z.uuid(),
})
export type SessionReceipt = z.infer<typeof SessionReceipt>
