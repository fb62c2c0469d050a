import { defineHttpError } from '@bullring/server/http/http-error'

/** No session, or one that has ended or is another device's. */
export const NoSessionError = defineHttpError({
  name: 'NoSessionError',
  code: 'session.none',
  status: 401,
  message: 'Please log in again.',
})

/**
 * The login is over 5 minutes old (enrolment, export), or the recovery over an hour (storing a share).
 *
 * @remedy Log in again.
 */
export const NotFreshError = defineHttpError({
  name: 'NotFreshError',
  code: 'session.not-fresh',
  status: 403,
  message: 'Your last login is too long ago for this. Please log in again.',
})
