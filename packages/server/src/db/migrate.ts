import type { Kysely } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import { DatabaseUnusableError } from './errors.ts'

export type MigrateOptions = {
  /** Applied in the order of their names. */
  migrations: Readonly<Record<string, Migration>>
  /** Environment variable that names the database. */
  variable: string
  /** Created if it does not exist, and the first of the search path of `db`; by default the connection decides. */
  schema?: string
}

/**
 * Runs the pending migrations. Several processes may do so at once: one works, the others wait.
 *
 * @throws {DatabaseUnusableError}
 */
export async function migrate<tables>(
  db: Kysely<tables>,
  { migrations, variable, schema }: MigrateOptions,
): Promise<void> {
  const provider = { getMigrations: () => Promise.resolve({ ...migrations }) }
  const { error } = await new Migrator({
    db,
    provider,
    ...(schema && { migrationTableSchema: schema }),
  })
    .migrateToLatest()
    .catch((cause: unknown) => ({ error: cause }))
  if (error !== undefined) throw new DatabaseUnusableError(variable, { cause: error })
}
