import type { Kysely } from 'kysely'
import { type MigrateOptions, migrate } from './migrate.ts'
import { type DatabaseOptions, openDatabase } from './open-database.ts'

/**
 * Opens a database and runs pending migrations.
 *
 * @throws {DatabaseUnusableError}
 */
export async function openMigrated<tables>(
  options: DatabaseOptions & MigrateOptions,
): Promise<Kysely<tables>> {
  await migrate(options)
  return openDatabase<tables>(options)
}
