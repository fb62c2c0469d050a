import { defineHttpError } from '@bullring/server/http/http-error'

/** The bundler does not respond. */
export const BundlerUnreachableError = defineHttpError({
  name: 'BundlerUnreachableError',
  code: 'bundler.unreachable',
  status: 502,
  isRetryable: true,
  message: 'Transactions of this account cannot be sent at the moment. Try again later.',
})
