import { createHash, randomBytes } from 'node:crypto'

const TOKEN_BYTES = 32

/** Generates a secret of 256 bits, and the hash by which it is stored. */
export function createToken(): { token: string; hash: Buffer } {
  const token = randomBytes(TOKEN_BYTES).toString('base64url')
  return { token, hash: hashToken(token) }
}

/** Returns the hash by which a token is stored. Tokens are random: they need no salt. */
export function hashToken(token: string): Buffer {
  return createHash('sha256').update(token).digest()
}
