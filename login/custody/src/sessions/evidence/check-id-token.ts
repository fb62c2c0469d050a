import { loginNonce } from '@bullring/login-api/login-nonce'
import { guardedFetch } from '@bullring/server/http/guarded-fetch'
import { TIME_LIMITS } from '@bullring/wire/http/time-limits'
import { createRemoteJWKSet, customFetch, errors, type JWTVerifyGetKey, jwtVerify } from 'jose'
import { InvalidEvidenceError, ProviderFailedError } from '../errors.ts'
import type { EvidenceCheck } from './evidence-check.ts'

export type IdTokenOptions = {
  issuer: string
  /** Keys of the provider. */
  jwksUrl: string
  clientId: string
  isLocal: boolean
}

/** An ID token is for the login that has just ended, not for one of an hour ago. */
const MAX_AGE_S = 600

/** Tolerated difference of the provider's clock. */
const TOLERANCE_S = 60

const MAX_JWKS_BYTES = 64 * 1_024

/** Algorithms of the providers: neither `none` nor one with a shared secret. */
const ALGORITHMS = ['RS256', 'ES256']

/** Creates the check of ID tokens (OpenID Connect Core 1.0, section 3.1.3.7). Keys are cached. */
export function createIdTokenCheck(options: IdTokenOptions): EvidenceCheck {
  const keys = remoteKeys(options)
  const { issuer, clientId: audience } = options
  return async ({ evidence, deviceId, nowS }) => {
    if (evidence.kind !== 'id-token') throw new InvalidEvidenceError()
    const { token, nonceSalt } = evidence
    const { payload } = await jwtVerify(token, keys, {
      algorithms: ALGORITHMS,
      issuer,
      audience,
      requiredClaims: ['exp', 'iat', 'sub', 'nonce'],
      maxTokenAge: MAX_AGE_S,
      clockTolerance: TOLERANCE_S,
      currentDate: new Date(nowS * 1_000),
    }).catch((cause: unknown) => {
      throw isUnreachable(cause)
        ? new ProviderFailedError({ cause })
        : new InvalidEvidenceError({ cause })
    })
    // A token for several audiences may have been issued to another of them.
    const isOnlyOurs = payload.aud === audience || payload['azp'] === audience
    const nonce = await loginNonce(deviceId, nonceSalt)
    const isOfDevice = payload['nonce'] === nonce
    if (!isOnlyOurs || !isOfDevice || !payload.sub) throw new InvalidEvidenceError()
    // One token can be written in several ways: the unused bits of base64url, the other s of ECDSA.
    return { subject: payload.sub, proof: nonce }
  }
}

function remoteKeys({ jwksUrl, isLocal }: IdTokenOptions): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(jwksUrl), {
    [customFetch]: async (url, { signal }) =>
      new Response(
        await guardedFetch(url, {
          isConfigured: isLocal,
          timeoutMs: TIME_LIMITS.node,
          maxBytes: MAX_JWKS_BYTES,
          signal,
        }),
      ),
  })
}

/** Returns whether the keys could not be read: every error of a token has a class of jose. */
function isUnreachable(error: unknown): boolean {
  return !(error instanceof errors.JOSEError) || error instanceof errors.JWKSTimeout
}
