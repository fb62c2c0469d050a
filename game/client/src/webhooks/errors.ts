import { BaseError } from '@bullring/errors/base-error'

/**
 * A received request was not signed with the secret, or more than five minutes ago.
 *
 * @remedy Check the secret and the clock; respond with 401.
 */
export class ForgedWebhookError extends BaseError {
  override readonly name = 'ForgedWebhookError'
  readonly code = 'webhook.forged'

  constructor(options?: ErrorOptions) {
    super('The request was not signed with the secret of this webhook, or too long ago.', options)
  }
}

/** A received request is signed, but its body is no event that this version knows. */
export class UnknownWebhookEventError extends BaseError {
  override readonly name = 'UnknownWebhookEventError'
  readonly code = 'webhook.unknown-event'

  constructor(options?: ErrorOptions) {
    super('The body of the request is no event that this version knows.', options)
  }
}
