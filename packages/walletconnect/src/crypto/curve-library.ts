import { ed25519, x25519 } from '@noble/curves/ed25519'

/** Curve25519 where the platform lacks it: in older browsers, and in pages without TLS. */
export const curveLibrary = {
  x25519PublicKey: (privateKey: Uint8Array) => x25519.getPublicKey(privateKey),
  x25519SharedSecret: (privateKey: Uint8Array, peerPublicKey: Uint8Array) =>
    x25519.getSharedSecret(privateKey, peerPublicKey),
  ed25519PublicKey: (seed: Uint8Array) => ed25519.getPublicKey(seed),
  ed25519Sign: (seed: Uint8Array, message: Uint8Array) => ed25519.sign(message, seed),
}
