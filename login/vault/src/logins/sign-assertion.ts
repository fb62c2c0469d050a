import { type KeyObject, randomUUID } from 'node:crypto'
import {
  ASSERTION_ALGORITHM,
  ASSERTION_AUDIENCE,
  ASSERTION_ISSUER,
  ASSERTION_LIFETIME_S,
  ASSERTION_TYPE,
  type LoginAssertion,
} from '@bullring/login-api/vault-api/assertion'
import { SignJWT } from 'jose'

/** Signs an assertion. */
export type SignAssertion = (assertion: Omit<LoginAssertion, 'jti'>) => Promise<string>

/**
 * Creates the signer of assertions.
 *
 * @param privateKey - An Ed25519 key.
 */
export function createAssertionSigner(privateKey: KeyObject): SignAssertion {
  return (assertion) => {
    const now = Math.floor(Date.now() / 1_000)
    return new SignJWT({ ...assertion })
      .setProtectedHeader({ alg: ASSERTION_ALGORITHM, typ: ASSERTION_TYPE })
      .setIssuer(ASSERTION_ISSUER)
      .setAudience(ASSERTION_AUDIENCE)
      .setIssuedAt(now)
      .setExpirationTime(now + ASSERTION_LIFETIME_S)
      .setJti(randomUUID())
      .sign(privateKey)
  }
}
