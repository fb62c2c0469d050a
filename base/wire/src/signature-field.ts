import * as z from 'zod/mini'

/**
 * Returns the schema of a signature that a wallet returned, in hex: 31 bytes or more (R-RPC-14). A contract wallet's
 * signature may carry the call that deploys it (ERC-6492).
 */
export function signatureField(maxBytes: number) {
  return z
    .string()
    .check(
      z.maxLength(2 + 2 * maxBytes, 'a signature that is too long'),
      z.regex(/^0x(?:[0-9a-fA-F]{2}){31,}$/, 'not a signature in hex with 0x'),
    )
}

/** A signature of at most 16 KiB. */
export const SignatureField = signatureField(16_384)
