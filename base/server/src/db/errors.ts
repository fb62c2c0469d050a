import { BaseError } from '@bullring/errors/base-error'

/**
 * The database does not respond, refuses the login, or holds tables of another version.
 *
 * @remedy Give each service a database, and run one version.
 */
export class DatabaseUnusableError extends BaseError {
  override readonly name = 'DatabaseUnusableError'
  readonly code = 'database.unusable'
  override readonly isRetryable = true

  /** @param variable - Environment variable that names the database. */
  constructor(variable: string, options?: ErrorOptions) {
    const cause = options?.cause instanceof Error ? ` ${options.cause.message}.` : ''
    super(`The database at ${variable} cannot be used.${cause}`, options)
  }
}

/**
 * No response of the database within two seconds.
 *
 * @remedy See the [runbook](runbooks/database-down.md).
 */
export class DatabaseSilentError extends BaseError {
  override readonly name = 'DatabaseSilentError'
  readonly code = 'database.silent'

  constructor() {
    super('The database did not respond in time.')
  }
}
