import { fromBase64Url, toBase64Url } from '@bullring/login-api/base64url'
import { PasskeyError } from '#frame-errors.ts'
import type { Share } from '#keys/shares.ts'

/** Output of a passkey for a salt: 32 bytes that nothing else yields. */
export type PasskeyOutput = BufferSource

/** The wallet and the passkey that a share is encrypted for: it opens for no others. */
export type ShareContext = { walletId: string; credentialId: string }

const IV_BYTES = 12

/** Encrypts a share with a key of the passkey: HKDF-SHA-256, then AES-256-GCM. */
export async function encryptShare(
  output: PasskeyOutput,
  context: ShareContext,
  share: Share,
): Promise<string> {
  const iv = crypto.getRandomValues(new Uint8Array(IV_BYTES))
  const { key, parameters } = await keyOf(output, context, iv)
  const ciphertext = await crypto.subtle.encrypt(parameters, key, share)
  return toBase64Url(new Uint8Array([...iv, ...new Uint8Array(ciphertext)]))
}

/** @throws {PasskeyError} for another passkey, another wallet, or altered bytes. */
export async function decryptShare(
  output: PasskeyOutput,
  context: ShareContext,
  encrypted: string,
): Promise<Share> {
  const bytes = fromBase64Url(encrypted)
  const { key, parameters } = await keyOf(output, context, bytes.slice(0, IV_BYTES))
  try {
    return new Uint8Array(await crypto.subtle.decrypt(parameters, key, bytes.slice(IV_BYTES)))
  } catch (cause) {
    throw new PasskeyError('passkeyWrong', { cause })
  }
}

async function keyOf(
  output: PasskeyOutput,
  { walletId, credentialId }: ShareContext,
  iv: Uint8Array<ArrayBuffer>,
) {
  const info = new TextEncoder().encode(`bullring recovery share|${walletId}|${credentialId}`)
  const material = await crypto.subtle.importKey('raw', output, 'HKDF', false, ['deriveKey'])
  const hkdf = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(), info }
  const aes = { name: 'AES-GCM', length: 256 }
  const key = await crypto.subtle.deriveKey(hkdf, material, aes, false, ['encrypt', 'decrypt'])
  return { key, parameters: { name: 'AES-GCM', iv, additionalData: info } }
}
