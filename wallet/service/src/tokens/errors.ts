import { BaseError } from '@bullring/errors/base-error'

/** The operator's token list is not valid. */
export class InvalidTokensError extends BaseError {
  override readonly name = 'InvalidTokensError'
  readonly code = 'tokens.invalid-file'

  constructor(variable: string, reason: string, options?: ErrorOptions) {
    super(`The tokens of ${variable} cannot be used: ${reason}`, options)
  }
}
