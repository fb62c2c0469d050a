import * as z from 'zod/mini'
import { fromBase64Url, toBase64Url } from './base64url.ts'
import { bytesField, P256PublicKey } from './byte-fields.ts'

/**
 * Bytes for the holder of one P-256 key: ephemeral ECDH, HKDF-SHA-256, AES-256-GCM. With WebCrypto only, so that the
 * service seals and the browser opens with the same code.
 */

/** Sealed bytes. */
export const SealedBytes = z.object({
  ephemeralKey: P256PublicKey,
  iv: bytesField(12),
  /** With the authentication tag. */
  ciphertext: z.string().check(z.maxLength(1_024), z.regex(/^[A-Za-z0-9_-]+$/)),
})
export type SealedBytes = z.infer<typeof SealedBytes>

/** WebCrypto's `CryptoKey`, which Node's types declare as a value only. */
type Key = Parameters<typeof crypto.subtle.deriveBits>[1]

const CURVE = { name: 'ECDH', namedCurve: 'P-256' } as const

/** Returns whether bytes can be sealed to a key: its point is on the curve. */
export function canSealTo(publicKey: P256PublicKey): Promise<boolean> {
  return importPublicKey(publicKey).then(
    () => true,
    () => false,
  )
}

/**
 * Seals `bytes` to the holder of `publicKey`.
 *
 * @param context - What the bytes are and for whom. `openSealed` needs the same.
 */
export async function seal(
  bytes: Uint8Array<ArrayBuffer>,
  publicKey: P256PublicKey,
  context: string,
): Promise<SealedBytes> {
  const pair = await crypto.subtle.generateKey(CURVE, false, ['deriveBits'])
  const key = await deriveKey(pair.privateKey, publicKey, context, 'encrypt')
  const iv = crypto.getRandomValues(new Uint8Array(12))
  const ciphertext = await crypto.subtle.encrypt({ name: 'AES-GCM', iv }, key, bytes)
  return {
    ephemeralKey: P256PublicKey.parse(await crypto.subtle.exportKey('jwk', pair.publicKey)),
    iv: toBase64Url(iv),
    ciphertext: toBase64Url(new Uint8Array(ciphertext)),
  }
}

/**
 * Opens what `seal` sealed.
 *
 * @param privateKey - An ECDH key with the usage `deriveBits`.
 * @throws {DOMException} `OperationError` for another key, another context, or altered bytes.
 */
export async function openSealed(
  sealed: SealedBytes,
  privateKey: Key,
  context: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const key = await deriveKey(privateKey, sealed.ephemeralKey, context, 'decrypt')
  const iv = fromBase64Url(sealed.iv)
  const ciphertext = fromBase64Url(sealed.ciphertext)
  return new Uint8Array(await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, key, ciphertext))
}

/** @throws {DOMException} `DataError` for a key off the curve. */
function importPublicKey(publicKey: P256PublicKey): Promise<Key> {
  return crypto.subtle.importKey('jwk', publicKey, CURVE, false, [])
}

async function deriveKey(
  privateKey: Key,
  publicKey: P256PublicKey,
  context: string,
  usage: 'encrypt' | 'decrypt',
): Promise<Key> {
  const other = await importPublicKey(publicKey)
  const shared = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, privateKey, 256)
  const material = await crypto.subtle.importKey('raw', shared, 'HKDF', false, ['deriveKey'])
  const info = new TextEncoder().encode(`bullring sealed bytes|${context}`)
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  return crypto.subtle.deriveKey(hkdf, material, { name: 'AES-GCM', length: 256 }, false, [usage])
}
