import { openMigrated } from '@bullring/server/db/open-migrated'
import type { Kysely } from 'kysely'
import { MIGRATIONS } from './migrations.ts'
import type { BundlerTables } from './schema.ts'

/**
 * Opens the bundler's database and runs pending migrations.
 *
 * @param onIdleError - Called when an idle connection breaks.
 * @throws {DatabaseUnusableError}
 */
export function openDatabase(
  url: string,
  onIdleError: (error: Error) => void,
): Promise<Kysely<BundlerTables>> {
  return openMigrated({
    url,
    applicationName: 'bullring-bundler',
    onIdleError,
    migrations: MIGRATIONS,
    variable: 'BUNDLER_DATABASE_URL',
  })
}
