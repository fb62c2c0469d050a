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
  const db = openDatabase<tables>(options)
  try {
    await migrate(db, options)
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}
