import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { DatabaseUnusableError } from './errors.ts'

export type MigrateOptions = {
  /** Applied in the order of their names. */
  migrations: Readonly<Record<string, Migration>>
  /** Environment variable that names the database. */
  variable: string
}

/**
 * Runs the pending migrations. Several processes may do so at once: one works, the others wait.
 *
 * @throws {DatabaseUnusableError}
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
