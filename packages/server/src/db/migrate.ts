import { BaseError } from '@bullring/errors/base-error'
import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'

/** The database does not answer, refuses the login, or holds tables of another version. */
class DatabaseUnusableError extends BaseError {
  override readonly name = 'DatabaseUnusableError'
  readonly code = 'database.unusable'
  override readonly isRetryable = true

  /** @param variable - Environment variable that names the database. */
  constructor(variable: string, options?: ErrorOptions) {
    const cause = options?.cause instanceof Error ? ` ${options.cause.message}.` : ''
    super(`The database at ${variable} cannot be used.${cause}`, options)
  }
}

export type MigrateOptions = {
  /** In order of their names. */
  migrations: Readonly<Record<string, Migration>>
  /** Environment variable that names the database. */
  variable: string
}

/**
 * Brings the tables up to date. Several processes may do so at once: one works, the others wait.
 *
 * @throws {DatabaseUnusableError} when it cannot.
 */
export async function migrate<tables>(
  db: Kysely<tables>,
  { migrations, variable }: MigrateOptions,
): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve({ ...migrations }) }
  const { error } = await new Migrator({ db, provider })
    .migrateToLatest()
    .catch((cause: unknown) => ({ error: cause }))
  if (error !== undefined) throw new DatabaseUnusableError(variable, { cause: error })
}
