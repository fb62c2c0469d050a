import { migrate } from '@bullring/server/db/migrate'
import { openDatabase as open } from '@bullring/server/db/open-database'
import type { Kysely } from 'kysely'
import { MIGRATIONS } from './migrations.ts'
import type { BundlerTables } from './schema.ts'

/**
 * Opens the bundler's database and runs pending migrations.
 *
 * @param onIdleError - Called when an idle connection breaks.
 * @throws {DatabaseUnusableError}
 */
export async function openDatabase(
  url: string,
  onIdleError: (error: Error) => void,
): Promise<Kysely<BundlerTables>> {
  const db = open<BundlerTables>({ url, applicationName: 'bullring-bundler', onIdleError })
  try {
    await migrate(db, { migrations: MIGRATIONS, variable: 'BUNDLER_DATABASE_URL' })
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}
