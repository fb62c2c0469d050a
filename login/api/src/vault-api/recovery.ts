import * as z from 'zod/mini'
import { P256PublicKey } from '../byte-fields.ts'
import { SealedBytes } from '../sealed-bytes.ts'
import { Assertion } from './assertion.ts'
import { PasskeyShare } from './passkeys.ts'
import { ShareField } from './share-field.ts'

/**
 * Vault's half of the recovery set. Both requests are signed by the device, and need a login on it that vault has seen
 * within the last five minutes.
 */

/**
 * Body of POST /recovery/put: stores the share of a new wallet. The same share again is no error. Another share for a
 * stored wallet is 409. A share whose wallet custody never created does no harm.
 */
export const PutRecoveryRequest = z.object({
  walletId: z.uuid(),
  share: ShareField,
  /** Custody's receipt of the address for this new wallet; null for logins by another site. */
  receipt: z.nullish(Assertion),
})
export type PutRecoveryRequest = z.infer<typeof PutRecoveryRequest>

/** Response of POST /recovery/put. */
export const PutRecoveryResponse = z.object({ stored: z.literal(true) })
export type PutRecoveryResponse = z.infer<typeof PutRecoveryResponse>

/**
 * Body of POST /recovery/release: hands out the share, at most three times a day, and mails the owner. The reply is
 * sealed to `ecdhKey`, so that no proxy in between sees it. See `openSealed`.
 */
export const ReleaseRecoveryRequest = z.object({ walletId: z.uuid(), ecdhKey: P256PublicKey })
export type ReleaseRecoveryRequest = z.infer<typeof ReleaseRecoveryRequest>

/** Response of POST /recovery/release. */
export const ReleaseRecoveryResponse = z.object({
  /** The share. Its context is `recoveryContext`. Null when only a passkey opens it. */
  sealed: z.nullable(SealedBytes),
  /** The share as each passkey opens it; empty unless one is needed. */
  passkeys: z.array(PasskeyShare),
})
export type ReleaseRecoveryResponse = z.infer<typeof ReleaseRecoveryResponse>

/** Returns the context to which a released share is bound. */
export function recoveryContext(walletId: string, deviceId: string): string {
  return `recovery|${walletId}|${deviceId}`
}
