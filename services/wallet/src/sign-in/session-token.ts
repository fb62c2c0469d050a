import { createHash, randomBytes, timingSafeEqual } from 'node:crypto'

/**
 * A token has two parts: an id to find the session by, and a secret that proves it. The secret is stored
 * as a hash and compared in constant time, so neither a copy of the table nor a stopwatch gives it away.
 */
export type SessionToken = { id: string; secret: string }

const ID_BYTES = 16
const SECRET_BYTES = 32

/** 128 random bits, twice what EIP-4361 asks for at least, as letters and digits. */
const NONCE_BYTES = 16

export function newToken(): SessionToken {
  return {
    id: randomBytes(ID_BYTES).toString('base64url'),
    secret: randomBytes(SECRET_BYTES).toString('base64url'),
  }
}

export function newNonce(): string {
  return randomBytes(NONCE_BYTES).toString('hex')
}

export function formatToken({ id, secret }: SessionToken): string {
  return `${id}.${secret}`
}

/** Reads the value of an Authorization header; null when it holds no token. */
export function readToken(authorization: string | undefined): SessionToken | null {
  const [, id, secret] = /^Bearer ([\w-]{22})\.([\w-]{43})$/i.exec(authorization ?? '') ?? []
  return id === undefined || secret === undefined ? null : { id, secret }
}

export function hashOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest()
}

export function isSecretOf(secret: string, hash: Buffer): boolean {
  return timingSafeEqual(hashOf(secret), hash)
}
