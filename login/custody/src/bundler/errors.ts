import { defineHttpError } from '@bullring/server/http/http-error'

/** The operation is of another account than the user's. */
export const ForeignSenderError = defineHttpError({
  name: 'ForeignSenderError',
  code: 'custody.foreign-sender',
  status: 403,
  message: 'The operation is of another account than yours.',
})

/**
 * Not a bundler's method.
 *
 * @remedy Send it to a node.
 */
export const UnknownBundlerMethodError = defineHttpError({
  name: 'UnknownBundlerMethodError',
  code: 'custody.unknown-method',
  status: 422,
  message: 'The bundler does not offer this method.',
})
