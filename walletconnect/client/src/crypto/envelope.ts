import { chacha20poly1305 } from '@noble/ciphers/chacha'
import { bytesToHex, concatBytes, hexToBytes, randomBytes, utf8ToBytes } from '@noble/hashes/utils'
import { base64ToBytes, bytesToBase64, bytesToBase64Url, bytesToText } from './bytes.ts'

const SYMMETRIC = 0
const WITH_PUBLIC_KEY = 1
const IN_CLEAR = 2

const IV_BYTES = 12
const PUBLIC_KEY_BYTES = 32

/** Type 0: for who knows the key of the topic. */
export function sealEnvelope(text: string, symKey: Uint8Array): string {
  return bytesToBase64(concatBytes(Uint8Array.of(SYMMETRIC), seal(text, symKey)))
}

/** Type 1: also names the sender's public key, from which the receiver derives the key. */
export function sealEnvelopeFrom(publicKey: string, text: string, symKey: Uint8Array): string {
  const header = concatBytes(Uint8Array.of(WITH_PUBLIC_KEY), hexToBytes(publicKey))
  return bytesToBase64(concatBytes(header, seal(text, symKey)))
}

/** Type 2: not encrypted, for links between apps of one phone. */
export function writeClearEnvelope(text: string): string {
  return bytesToBase64Url(concatBytes(Uint8Array.of(IN_CLEAR), utf8ToBytes(text)))
}

/** Keys to open an envelope, or `undefined` when there is none. */
export type EnvelopeKeys = {
  symKey: () => Uint8Array | undefined
  /** The key shared with the sender of a type-1 envelope. */
  sharedKey: (senderPublicKey: string) => Promise<Uint8Array | undefined>
}

export type OpenedEnvelope = { text: string; senderPublicKey?: string }

/**
 * Opens an envelope of type 0 or 1.
 *
 * @returns `undefined` when it is malformed, or encrypted with another key.
 */
export async function openEnvelope(
  encoded: string,
  keys: EnvelopeKeys,
): Promise<OpenedEnvelope | undefined> {
  try {
    const bytes = base64ToBytes(encoded)
    if (bytes[0] === SYMMETRIC) {
      const symKey = keys.symKey()
      return symKey && { text: open(bytes.subarray(1), symKey) }
    }
    if (bytes[0] !== WITH_PUBLIC_KEY) return undefined
    const senderPublicKey = bytesToHex(bytes.subarray(1, 1 + PUBLIC_KEY_BYTES))
    const sharedKey = await keys.sharedKey(senderPublicKey)
    return (
      sharedKey && { text: open(bytes.subarray(1 + PUBLIC_KEY_BYTES), sharedKey), senderPublicKey }
    )
  } catch {
    return undefined
  }
}

/** Reads a type-2 envelope. Returns `undefined` when it is malformed. */
export function readClearEnvelope(encoded: string): string | undefined {
  try {
    const bytes = base64ToBytes(encoded)
    return bytes[0] === IN_CLEAR ? bytesToText(bytes.subarray(1)) : undefined
  } catch {
    return undefined
  }
}

function seal(text: string, key: Uint8Array): Uint8Array {
  const iv = randomBytes(IV_BYTES)
  return concatBytes(iv, chacha20poly1305(key, iv).encrypt(utf8ToBytes(text)))
}

function open(bytes: Uint8Array, key: Uint8Array): string {
  const iv = bytes.subarray(0, IV_BYTES)
  return bytesToText(chacha20poly1305(key, iv).decrypt(bytes.subarray(IV_BYTES)))
}
