import { StorableText } from '@bullring/wire/storable-text'
import * as z from 'zod/mini'
import { bytesField } from '../byte-fields.ts'
import { Assertion } from './assertion.ts'
import { ShareField } from './share-field.ts'

/**
 * Passkeys that the recovery of a wallet needs: the vault's share is stored encrypted with a key that only the passkey
 * yields (WebAuthn's `prf` extension), and no longer without. Requests that change something need a login of the last
 * five minutes, and a proof that the caller has the share: see `recoveryProof`.
 */

/** Initialization vector, share and authentication tag of AES-256-GCM. */
const ENCRYPTED_SHARE_BYTES = 12 + 21 + 16

/** Id of a WebAuthn credential, at most 1,023 bytes (WebAuthn, section 4). */
const CredentialId = z.string().check(z.regex(/^[A-Za-z0-9_-]{1,1364}$/))

/** The share as one passkey opens it. */
export const PasskeyShare = z.object({
  credentialId: CredentialId,
  /** Input that the passkey evaluates. */
  salt: bytesField(32),
  encryptedShare: bytesField(ENCRYPTED_SHARE_BYTES),
})
export type PasskeyShare = z.infer<typeof PasskeyShare>

/** The caller's {@link recoveryProof} of a wallet. */
export const ProofField = bytesField(32)

/** Body of POST /passkeys/list. */
export const ListPasskeysRequest = z.object({
  walletId: z.uuid(),
  /** Custody's receipt of the session; needed unless the login is of the last five minutes. */
  receipt: z.nullish(Assertion),
})
export type ListPasskeysRequest = z.infer<typeof ListPasskeysRequest>

/** Response of POST /passkeys/list. */
export const ListPasskeysResponse = z.object({
  /** Whether a new device needs one of them; false until `/passkeys/require`. */
  isRequired: z.boolean(),
  passkeys: z.array(z.extend(PasskeyShare, { label: z.string(), createdAt: z.int() })),
})
export type ListPasskeysResponse = z.infer<typeof ListPasskeysResponse>

/** Body of POST /passkeys/put: stores the share for one more passkey, besides the plain one. */
export const PutPasskeyRequest = z.object({
  walletId: z.uuid(),
  proof: ProofField,
  label: StorableText.check(z.minLength(1), z.maxLength(64)),
  passkey: PasskeyShare,
})
export type PutPasskeyRequest = z.infer<typeof PutPasskeyRequest>

/**
 * Body of POST /passkeys/require: deletes the plain share. Sent only after the caller has opened the stored share with
 * the passkey.
 */
export const RequirePasskeyRequest = z.object({
  walletId: z.uuid(),
  proof: ProofField,
  credentialId: CredentialId,
})
export type RequirePasskeyRequest = z.infer<typeof RequirePasskeyRequest>

/** Body of POST /passkeys/remove. With the last required one, the plain share is stored again. */
export const RemovePasskeyRequest = z.object({
  walletId: z.uuid(),
  credentialId: CredentialId,
  /** Null for a wallet that needs no passkey. */
  proof: z.nullable(ProofField),
  /** To be stored again, with the last required passkey; null otherwise. */
  share: z.nullable(ShareField),
})
export type RemovePasskeyRequest = z.infer<typeof RemovePasskeyRequest>

/**
 * Body of POST /passkeys/prove: exchanges the proof for an assertion with which custody removes a device of the wallet's user.
 * Needs a login as {@link ListPasskeysRequest} does.
 */
export const ProveOwnerRequest = z.object({
  walletId: z.uuid(),
  /** Null for a wallet that needs no passkey. */
  proof: z.nullable(ProofField),
  receipt: z.nullish(Assertion),
})
export type ProveOwnerRequest = z.infer<typeof ProveOwnerRequest>

/** Response of POST /passkeys/prove. */
export const ProveOwnerResponse = z.object({ assertion: Assertion })
export type ProveOwnerResponse = z.infer<typeof ProveOwnerResponse>

/** Response of the requests that change something. */
export const PasskeyStoredResponse = z.object({ stored: z.literal(true) })

/**
 * Returns the proof that its maker knows the recovery share of a wallet. The share cannot be computed from it: it has
 * 160 random bits.
 */
export async function recoveryProof(
  walletId: string,
  share: Uint8Array,
): Promise<Uint8Array<ArrayBuffer>> {
  const context = new TextEncoder().encode(`recovery proof|${walletId}|`)
  const bytes = new Uint8Array([...context, ...share])
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
}
