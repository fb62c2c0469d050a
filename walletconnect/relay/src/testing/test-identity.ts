import { generateKeyPairSync, randomBytes } from 'node:crypto'
import { SignJWT } from 'jose'
import { clientDid } from '../auth/client.ts'

const DAY_S = 86_400

/** Age of a new token in seconds: the clock of some tests stands still, and a relay refuses tokens of its future. */
const AGE_S = 3_600

/** Claims of a token that differ from the defaults. */
export type TokenChanges = { aud?: string; iat?: number; exp?: number; iss?: string }

/** A client's key, with the tokens that it signs. */
export type TestIdentity = ReturnType<typeof createIdentity>

/** Creates the key of a client. */
export function createIdentity() {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const { x = '' } = publicKey.export({ format: 'jwk' })
  const did = clientDid(Buffer.from(x, 'base64url'))
  return {
    did,
    /** Signs a token as the clients do. */
    token: (relayUrl: string, changes: TokenChanges = {}) => {
      const iat = Math.floor(Date.now() / 1_000) - AGE_S
      const claims = { iss: did, aud: relayUrl, iat, exp: iat + DAY_S, ...changes }
      return new SignJWT({ ...claims, sub: randomBytes(32).toString('hex') })
        .setProtectedHeader({ alg: 'EdDSA', typ: 'JWT' })
        .sign(privateKey)
    },
  }
}
