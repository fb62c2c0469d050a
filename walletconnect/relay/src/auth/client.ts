import { base58 } from '@scure/base'

/** A client of the relay: an Ed25519 key, which is also its address. */
export type Client = {
  /** `did:key:z…`, as its tokens name it. */
  did: string
  /** Public key in hexadecimal digits. */
  key: string
}

const PREFIX = 'did:key:z'
/** Multicodec of Ed25519 public keys. */
const MULTICODEC = [0xed, 0x01] as const
const KEY_BYTES = 32

/** Parses a `did:key` of an Ed25519 key. Returns null when it is none. */
export function parseClient(did: string): Client | null {
  if (!did.startsWith(PREFIX)) return null
  const bytes = decodeBase58(did.slice(PREFIX.length))
  const [first, second, ...key] = bytes ?? []
  if (first !== MULTICODEC[0] || second !== MULTICODEC[1] || key.length !== KEY_BYTES) return null
  return { did, key: Buffer.from(key).toString('hex') }
}

/** Returns the `did:key` of an Ed25519 public key. */
export function clientDid(publicKey: Uint8Array): string {
  return PREFIX + base58.encode(Uint8Array.from([...MULTICODEC, ...publicKey]))
}

/** Longer texts than a key's are not decoded: that takes quadratic time. */
const MAX_LENGTH = 64

function decodeBase58(text: string): Uint8Array | null {
  if (text.length > MAX_LENGTH) return null
  try {
    return base58.decode(text)
  } catch {
    return null
  }
}
