import * as z from 'zod/mini'
import { DeviceId } from '../byte-fields.ts'
import { Identity } from '../identity.ts'

/**
 * Login assertion: a JWT with which vault states, for 60 seconds, that a device has just proven an identity. Custody
 * verifies it with vault's public key, and makes its own check besides.
 */

/** `alg` of the assertion (RFC 8037). */
export const ASSERTION_ALGORITHM = 'EdDSA'

/** `iss` of the assertion. */
export const ASSERTION_ISSUER = 'vault'

/** `aud` of the assertion. */
export const ASSERTION_AUDIENCE = 'custody'

/** `typ` of the assertion's header: no other token of the key is accepted in its place (RFC 8725, section 3.11). */
export const ASSERTION_TYPE = 'login-assertion+jwt'

/** Time for which custody accepts an assertion. */
export const ASSERTION_LIFETIME_S = 60

/** Purpose of the login. Custody accepts an assertion only for its purpose. */
const AssertionPurpose = z.enum(['login', 'export', 'update-email', 'remove-device'])

/** Claims of the assertion besides `iss`, `aud`, `iat` and `exp`, which jose sets and checks. */
export const LoginAssertion = z.object({
  /** Custody accepts each only once. */
  jti: z.uuid(),
  /** The device that proved the identity: the only one that may present the assertion. */
  device: DeviceId,
  identity: Identity,
  /** Method by which the identity was proven (RFC 8176): `otp` for an email code, `social` for another site, `farcaster`, `telegram`. */
  amr: z.array(z.enum(['otp', 'social', 'farcaster', 'telegram'])).check(z.minLength(1)),
  /** Time at which the identity was proven. */
  auth_time: z.int().check(z.positive()),
  purpose: AssertionPurpose,
  /** For `update-email`: the identity whose wallet `identity` is to have from now on. */
  previous: z.optional(Identity),
  /**
   * For `update-email` and `remove-device`: the wallet of the account, whose recovery share the caller has proven to know if
   * it needs a passkey.
   */
  wallet: z.optional(z.uuid()),
})
export type LoginAssertion = z.infer<typeof LoginAssertion>

/** A signed assertion, in JWS compact form. */
export const Assertion = z
  .string()
  .check(z.maxLength(4_096), z.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'not a JWT'))
