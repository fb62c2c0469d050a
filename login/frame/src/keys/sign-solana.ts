import { ed25519 } from '@noble/curves/ed25519'
import { base58 } from '@scure/base'
import { SIGNATURE_BYTES, type WireTransaction } from '#solana/read-transaction.ts'

/** Signs the bytes of a message. Returns the signature in base58. */
export function signSolanaMessage(message: Uint8Array, key: Uint8Array): string {
  return base58.encode(ed25519.sign(message, key))
}

/** Signs a transaction at the signer's position. The signatures of others are kept. */
export function signSolanaTransaction(
  { bytes, signatures, body }: WireTransaction,
  signer: number,
  key: Uint8Array,
): Uint8Array {
  const signed = bytes.slice()
  signed.set(ed25519.sign(bytes.subarray(body), key), signatures + signer * SIGNATURE_BYTES)
  return signed
}
