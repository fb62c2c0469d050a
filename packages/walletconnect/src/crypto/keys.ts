import { x25519 } from '@noble/curves/ed25519'
import { hkdf } from '@noble/hashes/hkdf'
import { sha256 } from '@noble/hashes/sha2'
import { bytesToHex, hexToBytes, randomBytes } from '@noble/hashes/utils'

const KEY_BYTES = 32

/** A key pair of X25519, in hex digits. */
export type KeyPair = { privateKey: string; publicKey: string }

export function generateKeyPair(): KeyPair {
  const privateKey = x25519.utils.randomPrivateKey()
  return {
    privateKey: bytesToHex(privateKey),
    publicKey: bytesToHex(x25519.getPublicKey(privateKey)),
  }
}

/** Returns the symmetric key that two key pairs share. */
export function deriveSymKey(privateKey: string, peerPublicKey: string): Uint8Array {
  const shared = x25519.getSharedSecret(hexToBytes(privateKey), hexToBytes(peerPublicKey))
  return hkdf(sha256, shared, undefined, undefined, KEY_BYTES)
}

export function randomSymKey(): Uint8Array {
  return randomBytes(KEY_BYTES)
}
