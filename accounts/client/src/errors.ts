import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * `BUNDLER_URL` does not respond, or refuses the token.
 *
 * @remedy Compare `…_BUNDLER_TOKEN` with its `BUNDLER_…_TOKEN`.
 */
export const BundlerUnreachableError = defineHttpError({
  name: 'BundlerUnreachableError',
  code: 'bundler.unreachable',
  status: 502,
  isRetryable: true,
  message: 'Transactions of this account cannot be sent at the moment. Try again later.',
})
