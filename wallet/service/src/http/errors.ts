import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * A page of another origin called the service (R-SERVICE-8).
 *
 * @remedy Add it to `WALLET_ALLOWED_ORIGINS`; behind a proxy, set `TRUST_PROXY` and forward
 * `X-Forwarded-Host`.
 */
export const OriginNotAllowedError = defineHttpError({
  name: 'OriginNotAllowedError',
  code: 'access.origin-not-allowed',
  status: 403,
  message: 'Unauthorized: origin not allowed',
})

/**
 * Missing or unknown project id (R-SERVICE-8).
 *
 * @remedy Send `projectId=` with one of `WALLET_PROJECT_IDS`.
 */
export const InvalidKeyError = defineHttpError({
  name: 'InvalidKeyError',
  code: 'access.invalid-key',
  status: 401,
  message: 'Unauthorized: invalid key',
})

/**
 * The cursor is not of this list.
 *
 * @remedy Start with the first page.
 */
export const UnknownCursorError = defineHttpError({
  name: 'UnknownCursorError',
  code: 'http.unknown-cursor',
  status: 422,
  message: 'This cursor does not belong to this list.',
})
