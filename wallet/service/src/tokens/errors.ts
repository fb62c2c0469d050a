import { BaseError } from '@bullring/errors/base-error'

/**
 * `WALLET_TOKENS_FILE` or `WALLET_TOKENS` is missing or invalid, or two symbols of a chain look alike.
 *
 * @remedy See the [format](configuration.md).
 */
export class InvalidTokensError extends BaseError {
  override readonly name = 'InvalidTokensError'
  readonly code = 'tokens.invalid-file'

  constructor(variable: string, reason: string, options?: ErrorOptions) {
    super(`The tokens of ${variable} cannot be used: ${reason}`, options)
  }
}
