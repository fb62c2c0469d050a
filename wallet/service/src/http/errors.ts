import { defineHttpError } from '@bullring/server/http/http-error'

/** A page of an origin that is not allowed called the service (R-SERVICE-8). */
export const OriginNotAllowedError = defineHttpError({
  name: 'OriginNotAllowedError',
  code: 'access.origin-not-allowed',
  status: 403,
  message: 'Unauthorized: origin not allowed',
})

/** The request names no project id, or an unknown one (R-SERVICE-8). */
export const InvalidKeyError = defineHttpError({
  name: 'InvalidKeyError',
  code: 'access.invalid-key',
  status: 401,
  message: 'Unauthorized: invalid key',
})

/** The cursor was not issued by this list. */
export const UnknownCursorError = defineHttpError({
  name: 'UnknownCursorError',
  code: 'http.unknown-cursor',
  status: 422,
  message: 'This cursor does not belong to this list.',
})
