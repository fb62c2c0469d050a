import * as z from 'zod'
import { decryptBytes, encryptBytes, KEY_BYTES } from './aes-gcm.ts'
import { UnknownKekError } from './errors.ts'

/** A wrapped data-encryption key. */
export type WrappedKey = {
  /** Id of the key-encryption key that wraps it. */
  kekId: string
  wrappedKey: Buffer
}

/** Wraps data-encryption keys, as a key management service does. */
export type KeyProvider = {
  /** Id of the key-encryption key that wraps new keys. */
  currentId: string
  wrap: (key: Buffer, context: string) => WrappedKey | Promise<WrappedKey>
  /**
   * @throws {UnknownKekError}
   *
   * @throws {UnreadableRecordError}
   */
  unwrap: (wrapped: WrappedKey, context: string) => Buffer | Promise<Buffer>
}

/** A key-encryption key. */
export type Kek = { id: string; key: Buffer }

/** Key-encryption keys, `id=key` separated by commas. The first one wraps. The others only unwrap, for a rotation. */
export const KekList = z
  .string('is missing')
  .transform((text) => text.split(',').map((part) => part.trim()))
  .refine(
    (parts) => parts.every((part) => toKek(part) !== null),
    'must be a list such as 2026=<base64>, each an id and 32 bytes in base64',
  )
  .transform((parts) => parts.map(toKek).filter((kek) => kek !== null))
  .refine(
    (keks) =>
      keks.every(({ id, key }) => keks.every((other) => other.id !== id || key.equals(other.key))),
    'must give each key another id',
  )

function toKek(text: string): Kek | null {
  const [, id, base64] = /^([\w-]{1,32})=([A-Za-z0-9+/]{43}=)$/.exec(text) ?? []
  const key = Buffer.from(base64 ?? '', 'base64')
  return id === undefined || key.length !== KEY_BYTES ? null : { id, key }
}

/** Creates a key provider with keys of the configuration. */
export function localKeys(keks: readonly Kek[]): KeyProvider {
  const [current] = keks
  if (current === undefined) throw new Error('There is no key-encryption key')
  const keys = new Map(keks.map(({ id, key }) => [id, key]))
  return {
    currentId: current.id,
    wrap: (key, context) => ({
      kekId: current.id,
      wrappedKey: encryptBytes(current.key, key, context),
    }),
    unwrap: ({ kekId, wrappedKey }, context) => {
      const kek = keys.get(kekId)
      if (kek === undefined) throw new UnknownKekError(kekId)
      return decryptBytes(kek, wrappedKey, context)
    },
  }
}
