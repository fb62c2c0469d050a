import { bytesToHex, hexToBytes, randomBytes } from '@noble/hashes/utils'
import { hkdf, x25519PublicKey, x25519SharedSecret } from './primitives.ts'

const KEY_BYTES = 32

/** A key pair of X25519, in hex digits. */
export type KeyPair = { privateKey: string; publicKey: string }

export async function generateKeyPair(): Promise<KeyPair> {
  const privateKey = randomBytes(KEY_BYTES)
  return {
    privateKey: bytesToHex(privateKey),
    publicKey: bytesToHex(await x25519PublicKey(privateKey)),
  }
}

/** Returns the symmetric key that two key pairs share. */
export async function deriveSymKey(privateKey: string, peerPublicKey: string): Promise<Uint8Array> {
  const shared = await x25519SharedSecret(hexToBytes(privateKey), hexToBytes(peerPublicKey))
  return await hkdf(shared)
}

export function randomSymKey(): Uint8Array {
  return randomBytes(KEY_BYTES)
}
