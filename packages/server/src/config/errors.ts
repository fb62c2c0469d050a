import { BaseError } from '@bullring/errors/base-error'

/** The environment cannot be used. Names every variable at fault, never a value: one may be a key. */
export class InvalidConfigError extends BaseError {
  override readonly name = 'InvalidConfigError'
  readonly code = 'config.invalid'

  constructor(issues: readonly string[]) {
    super(`The configuration is not valid: ${issues.join('; ')}.`)
  }
}
