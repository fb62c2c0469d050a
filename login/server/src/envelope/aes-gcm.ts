import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { UnreadableRecordError } from './errors.ts'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** Bytes of a key. */
export const KEY_BYTES = 32

/** Encrypts with AES-256-GCM. Returns IV, ciphertext and tag. */
export function encryptBytes(key: Uint8Array, plaintext: Uint8Array, context: string): Buffer {
  const iv = randomBytes(IV_BYTES)
  const cipher = createCipheriv(CIPHER, key, iv).setAAD(Buffer.from(context))
  return Buffer.concat([iv, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()])
}

/**
 * Decrypts a result of {@link encryptBytes}.
 *
 * @throws {UnreadableRecordError} for another key, another context or altered bytes.
 */
export function decryptBytes(key: Uint8Array, encrypted: Uint8Array, context: string): Buffer {
  try {
    const end = encrypted.length - TAG_BYTES
    const iv = encrypted.subarray(0, IV_BYTES)
    const decipher = createDecipheriv(CIPHER, key, iv, { authTagLength: TAG_BYTES })
    decipher.setAAD(Buffer.from(context)).setAuthTag(encrypted.subarray(end))
    return Buffer.concat([decipher.update(encrypted.subarray(IV_BYTES, end)), decipher.final()])
  } catch (cause) {
    throw new UnreadableRecordError({ cause })
  }
}
