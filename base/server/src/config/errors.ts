import { BaseError } from '@bullring/errors/base-error'

/**
 * Environment variables are missing, invalid, or for local chains only.
 *
 * The message names every invalid variable, never a value: it may be a key.
 *
 * @remedy See [configuration](configuration.md).
 */
export class InvalidConfigError extends BaseError {
  override readonly name = 'InvalidConfigError'
  readonly code = 'config.invalid'

  constructor(issues: readonly string[]) {
    super(`The configuration is not valid: ${issues.join('; ')}.`)
  }
}
