import { BaseError } from '@bullring/errors/base-error'
import { Migrator } from 'kysely/migration'
import { indexMigration } from './migrations/0001-index.ts'
import { decidedBetsMigration } from './migrations/0002-decided-bets.ts'
import { referralsMigration } from './migrations/0003-referrals.ts'
import { changesMigration } from './migrations/0004-changes.ts'
import type { Database } from './open-database.ts'

/** In order of their names. One that has been released is never edited: add the next number. */
const MIGRATIONS = {
  '0001-index': indexMigration,
  '0002-decided-bets': decidedBetsMigration,
  '0003-referrals': referralsMigration,
  '0004-changes': changesMigration,
}

/** The database does not answer, refuses the login, or holds tables of another version. */
export class DatabaseUnusableError extends BaseError {
  override readonly name = 'DatabaseUnusableError'
  readonly code = 'database.unusable'
  override readonly isRetryable = true

  constructor(options?: ErrorOptions) {
    const cause = options?.cause instanceof Error ? ` ${options.cause.message}.` : ''
    super(`The database at GAME_DATABASE_URL cannot be used.${cause}`, options)
  }
}

/**
 * Brings the tables up to date. Several processes may do so at once: one works, the others wait.
 *
 * @throws {DatabaseUnusableError} when it cannot.
 */
export async function migrate(db: Database): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve(MIGRATIONS) }
  const { error } = await new Migrator({ db, provider })
    .migrateToLatest()
    .catch((cause: unknown) => ({ error: cause }))
  if (error !== undefined) throw new DatabaseUnusableError({ cause: error })
}
