import { ed25519 } from '@noble/curves/ed25519'
import { base58 } from '@scure/base'

/** Signs the bytes of a message. Returns the signature in base58. */
export function signSolanaMessage(message: Uint8Array, key: Uint8Array): string {
  return base58.encode(ed25519.sign(message, key))
}
