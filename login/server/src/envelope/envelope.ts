import { randomBytes } from 'node:crypto'
import { decryptBytes, encryptBytes, KEY_BYTES } from './aes-gcm.ts'
import type { KeyProvider, WrappedKey } from './key-provider.ts'

/** A secret as a database stores it: encrypted with a data-encryption key, which is wrapped. */
export type EncryptedRecord = WrappedKey & { ciphertext: Buffer }

/** Envelope encryption: every record has a separate key, wrapped by a key-encryption key. */
export type Envelope = {
  /** Id of the key-encryption key of new records. */
  currentKekId: string
  /** @param context - Table and row of the record. It opens only there. */
  encrypt: (plaintext: Uint8Array, context: string) => Promise<EncryptedRecord>
  /**
   * @throws {UnknownKekError}
   *
   * @throws {UnreadableRecordError}
   */
  decrypt: (record: EncryptedRecord, context: string) => Promise<Buffer>
  /** Wraps a record's key by the current key-encryption key. The record itself is not decrypted. */
  rewrap: (wrapped: WrappedKey, context: string) => Promise<WrappedKey>
}

/** Creates an {@link Envelope}. */
export function createEnvelope(keys: KeyProvider): Envelope {
  return {
    currentKekId: keys.currentId,
    encrypt: async (plaintext, context) => {
      const key = randomBytes(KEY_BYTES)
      const wrapped = await keys.wrap(key, context)
      const ciphertext = encryptBytes(key, plaintext, context)
      key.fill(0)
      return { ...wrapped, ciphertext }
    },
    decrypt: async (record, context) => {
      const key = await keys.unwrap(record, context)
      try {
        return decryptBytes(key, record.ciphertext, context)
      } finally {
        key.fill(0)
      }
    },
    rewrap: async (wrapped, context) => {
      const key = await keys.unwrap(wrapped, context)
      try {
        return await keys.wrap(key, context)
      } finally {
        key.fill(0)
      }
    },
  }
}
