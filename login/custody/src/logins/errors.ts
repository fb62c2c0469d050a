import { defineHttpError } from '@bullring/server/http/http-error'

/** The vault's assertion is invalid, was used before, or belongs to another device. */
export const InvalidAssertionError = defineHttpError({
  name: 'InvalidAssertionError',
  code: 'session.invalid-assertion',
  status: 401,
  message: 'This login is no longer valid. Please log in again.',
})
