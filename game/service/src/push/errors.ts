import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * Push messages have no key.
 *
 * @remedy Set `GAME_PUSH_PRIVATE_KEY`.
 */
export const PushDisabledError = defineHttpError({
  name: 'PushDisabledError',
  code: 'push.disabled',
  status: 404,
  message: 'This service sends no push messages.',
})

/** The endpoint is not a public https address. */
export const RefusedEndpointError = defineHttpError({
  name: 'RefusedEndpointError',
  code: 'push.refused-endpoint',
  status: 422,
  message: 'Messages are sent to public https addresses only.',
})
