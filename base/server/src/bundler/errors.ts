import { defineHttpError } from '../http/http-error.ts'

/** The bundler does not respond. */
export const BundlerUnreachableError = defineHttpError({
  name: 'BundlerUnreachableError',
  code: 'bundler.unreachable',
  status: 502,
  isRetryable: true,
  message: 'Transactions of this account cannot be sent at the moment. Try again later.',
})
