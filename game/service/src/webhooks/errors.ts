import { defineHttpError } from '@bullring/server/http/http-error'

/**
 * Addresses of webhooks belong to an account, and the request has no sign-in session.
 *
 * @remedy Send the session's token as `Authorization: Bearer`.
 */
export const NotSignedInError = defineHttpError({
  name: 'NotSignedInError',
  code: 'webhook.not-signed-in',
  status: 401,
  message: 'Webhooks need the sign-in session of an account.',
})

/** The address is not a public https one at port 443. */
export const RefusedAddressError = defineHttpError({
  name: 'RefusedAddressError',
  code: 'webhook.refused-address',
  status: 422,
  message: 'Events are sent to public https addresses at port 443 only.',
})

/** An account has five addresses at most. */
export const TooManyWebhooksError = defineHttpError({
  name: 'TooManyWebhooksError',
  code: 'webhook.too-many',
  status: 409,
  message: 'This account has as many webhooks as it may. Delete one first.',
})

/** The account has no webhook with this id. */
export const UnknownWebhookError = defineHttpError({
  name: 'UnknownWebhookError',
  code: 'webhook.unknown',
  status: 404,
  message: 'This account has no such webhook.',
})
