import { decodeJwt, errors, importJWK, jwtVerify } from 'jose'
import * as z from 'zod/mini'
import { AuthError } from './auth-error.ts'
import { type Client, parseClient } from './client.ts'

/** Tolerated difference between the clocks of client and relay, in seconds. */
const LEEWAY_S = 120

export type TokenRules = {
  /** Returns whether a token for this relay URL is for us. */
  isAudience: (url: string) => boolean
  nowMs: () => number
}

const Claims = z.object({
  iss: z.string(),
  aud: z.string(),
  sub: z.string(),
  iat: z.number(),
  exp: z.number(),
})

/**
 * Verifies the token with which a client proves its key: EdDSA, issued by a `did:key`, for this relay.
 *
 * @throws {AuthError}
 */
export async function verifyToken(
  token: string,
  { isAudience, nowMs }: TokenRules,
): Promise<Client> {
  const client = parseClient(readIssuer(token))
  if (client === null) throw new AuthError('InvalidJwt', 'Invalid issuer')
  const x = Buffer.from(client.key, 'hex').toString('base64url')
  const { iat, aud } = await checkSignature(token, x, new Date(nowMs()))
  if (iat > nowMs() / 1_000 + LEEWAY_S)
    throw new AuthError('InvalidJwt', 'JWT Token is not yet valid')
  if (!isAudience(aud)) throw new AuthError('InvalidJwt', 'Invalid audience')
  return client
}

function readIssuer(token: string): string {
  try {
    return z.parse(Claims, decodeJwt(token)).iss
  } catch (cause) {
    throw new AuthError('InvalidJwt', 'Invalid format', { cause })
  }
}

async function checkSignature(token: string, x: string, currentDate: Date) {
  try {
    const key = await importJWK({ kty: 'OKP', crv: 'Ed25519', x }, 'EdDSA')
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['EdDSA'],
      typ: 'JWT',
      clockTolerance: LEEWAY_S,
      currentDate,
    })
    return z.parse(Claims, payload)
  } catch (cause) {
    const problem =
      cause instanceof errors.JWTExpired ? 'JWT Token is expired' : 'Invalid signature'
    throw new AuthError('InvalidJwt', problem, { cause })
  }
}
