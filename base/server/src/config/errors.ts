import { BaseError } from '@bullring/errors/base-error'

/** The environment is not valid. Names every invalid variable, never a value: it may be a key. */
export class InvalidConfigError extends BaseError {
  override readonly name = 'InvalidConfigError'
  readonly code = 'config.invalid'

  constructor(issues: readonly string[]) {
    super(`The configuration is not valid: ${issues.join('; ')}.`)
  }
}
