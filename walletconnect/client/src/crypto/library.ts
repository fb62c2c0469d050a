import { ed25519, x25519 } from '@noble/curves/ed25519'
import { hkdf } from '@noble/hashes/hkdf'
import { sha256 } from '@noble/hashes/sha2'

const DERIVED_BYTES = 32

/** Curve25519, HKDF and SHA-256 where the platform lacks them: in older browsers, and in pages without TLS. */
export const library = {
  x25519PublicKey: (privateKey: Uint8Array) => x25519.getPublicKey(privateKey),
  x25519SharedSecret: (privateKey: Uint8Array, peerPublicKey: Uint8Array) =>
    x25519.getSharedSecret(privateKey, peerPublicKey),
  ed25519PublicKey: (seed: Uint8Array) => ed25519.getPublicKey(seed),
  sha256: (bytes: Uint8Array) => sha256(bytes),
  hkdf: (secret: Uint8Array) => hkdf(sha256, secret, undefined, undefined, DERIVED_BYTES),
  ed25519Sign: (seed: Uint8Array, message: Uint8Array) => ed25519.sign(message, seed),
}
