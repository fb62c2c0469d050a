import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * A token consists of the session's id and a secret. The secret is stored as a hash and compared in constant
 * time, so neither a copy of the table nor response times reveal it.
 */
export type SessionToken = { id: string; secret: string }

const ID_BYTES = 16
const SECRET_BYTES = 32

/** 128 random bits, well above the 8 characters that EIP-4361 requires. */
const NONCE_BYTES = 16

/** Creates a random token. */
export function createToken(): SessionToken {
  return {
    id: randomBytes(ID_BYTES).toString('base64url'),
    secret: randomBytes(SECRET_BYTES).toString('base64url'),
  }
}

/** Creates a random secret that only the page which received the nonce knows. */
export function createNonceToken(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** Derives the nonce of letters and digits that belongs to a token. */
export function nonceOf(token: string): string {
  return hashOf(token).subarray(0, NONCE_BYTES).toString('hex')
}

/** Formats a token for the Authorization header. */
export function formatToken({ id, secret }: SessionToken): string {
  return `${id}.${secret}`
}

/** Returns a token in the form of a JSON Web Token with the claims `{}`, for clients that decode it. */
export function withClaims(token: string): string {
  return token.replace('.', '.e30.')
}

/** Parses the value of an Authorization header. Returns null without a valid token. */
export function parseToken(authorization: string | undefined): SessionToken | null {
  const [, id, secret] =
    /^Bearer ([\w-]{22})\.(?:e30\.)?([\w-]{43})$/i.exec(authorization ?? '') ?? []
  return id === undefined || secret === undefined ? null : { id, secret }
}

/** Returns the stored form of a nonce or secret. */
export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

/** Compares in constant time. */
export function isSecretOf(secret: string, hash: Buffer): boolean {
  return timingSafeEqual(hashOf(secret), hash)
}
