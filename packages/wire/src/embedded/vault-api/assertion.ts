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
export const ASSERTION_ISSUER = 'bullring-vault'

/** `aud` of the assertion. */
export const ASSERTION_AUDIENCE = 'bullring-custody'

/** `typ` of the assertion's header: no other token of the key is accepted in its place (RFC 8725, section 3.11). */
export const ASSERTION_TYPE = 'login-assertion+jwt'

/** How long custody accepts an assertion. */
export const ASSERTION_LIFETIME_SECONDS = 60

/** What the login was for. Custody accepts an assertion only for what it is for. */
export const AssertionPurpose = z.enum(['login', 'export', 'update-email'])
/** @see AssertionPurpose */
export type AssertionPurpose = z.infer<typeof AssertionPurpose>

/** Claims of the assertion. */
export const AssertionClaims = z.object({
  iss: z.literal(ASSERTION_ISSUER),
  aud: z.literal(ASSERTION_AUDIENCE),
  /** Custody accepts each only once. */
  jti: z.uuid(),
  iat: z.int(),
  exp: z.int(),
  /** When the identity was proven. */
  auth_time: z.int(),
  /** `otp` for an e-mail code, `social` for another site, `farcaster`. */
  amr: z.array(z.enum(['otp', 'social', 'farcaster'])).check(z.minLength(1)),
  /** The device that proved it (RFC 7800, RFC 9449): the only one that may present the assertion. */
  cnf: z.object({ jkt: DeviceId }),
  purpose: AssertionPurpose,
  identity: Identity,
  /** For `update-email`: the identity whose wallet `identity` is to have from now on. */
  previous: z.optional(Identity),
})
/** @see AssertionClaims */
export type AssertionClaims = z.infer<typeof AssertionClaims>

/** A signed assertion, in JWS compact form. */
export const Assertion = z
  .string()
  .check(z.maxLength(4_096), z.regex(/^[\w-]+\.[\w-]+\.[\w-]+$/, 'not a JWT'))
