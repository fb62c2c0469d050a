import { openMigrated } from '@bullring/server/db/open-migrated'
import type { Kysely } from 'kysely'
import { MIGRATIONS } from './migrations.ts'
import type { CustodyTables } from './schema.ts'

/**
 * Opens the service's database and runs pending migrations.
 *
 * @param onIdleError - Called when an idle connection breaks.
 * @throws {DatabaseUnusableError}
 */
export function openDatabase(
  url: string,
  onIdleError: (error: Error) => void,
): Promise<Kysely<CustodyTables>> {
  return openMigrated({
    url,
    applicationName: 'bullring-custody',
    onIdleError,
    migrations: MIGRATIONS,
    variable: 'CUSTODY_DATABASE_URL',
  })
}
