import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils'
import { sha256 } from './primitives.ts'

/** Returns the hash that identifies a text: a message in a mailbox, for instance. */
export async function hashText(text: string): Promise<string> {
  return bytesToHex(await sha256(utf8ToBytes(text)))
}

/** Returns the topic of a key, in hex digits. */
export async function hashKey(key: Uint8Array): Promise<string> {
  return bytesToHex(await sha256(key))
}
