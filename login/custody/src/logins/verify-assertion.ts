import type { KeyObject } from 'node:crypto'
import {
  ASSERTION_ALGORITHM,
  ASSERTION_AUDIENCE,
  ASSERTION_ISSUER,
  ASSERTION_LIFETIME_S,
  ASSERTION_TYPE,
  LoginAssertion,
} from '@bullring/login-api/vault-api/assertion'
import { jwtVerify } from 'jose'
import { InvalidAssertionError } from './errors.ts'

/** Tolerated difference of the vault's clock. */
const TOLERANCE_S = 10

/**
 * Checks a login assertion of the vault. Its single use is up to the caller.
 *
 * @throws {InvalidAssertionError}
 */
export async function verifyAssertion(
  jwt: string,
  { vaultKey, deviceId, nowS }: { vaultKey: KeyObject; deviceId: string; nowS: number },
): Promise<LoginAssertion> {
  const verified = await jwtVerify(jwt, vaultKey, {
    algorithms: [ASSERTION_ALGORITHM],
    typ: ASSERTION_TYPE,
    issuer: ASSERTION_ISSUER,
    audience: ASSERTION_AUDIENCE,
    requiredClaims: ['exp', 'iat'],
    maxTokenAge: ASSERTION_LIFETIME_S,
    clockTolerance: TOLERANCE_S,
    currentDate: new Date(nowS * 1_000),
  }).catch((cause: unknown) => {
    throw new InvalidAssertionError({ cause })
  })
  const claims = LoginAssertion.safeParse(verified.payload)
  if (!claims.success || claims.data.device !== deviceId) throw new InvalidAssertionError()
  // A login of the future would stay recent for as long.
  return { ...claims.data, auth_time: Math.min(claims.data.auth_time, nowS) }
}
