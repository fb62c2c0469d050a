import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * The vault's assertion is over a minute old, used, another device's, or not signed by `CUSTODY_VAULT_PUBLIC_KEY`.
 *
 * @remedy Check both clocks.
 */
export const InvalidAssertionError = defineHttpError({
  name: 'InvalidAssertionError',
  code: 'session.invalid-assertion',
  status: 401,
  message: 'This login is no longer valid. Please log in again.',
})
