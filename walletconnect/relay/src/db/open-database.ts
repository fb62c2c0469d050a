import { openMigrated } from '@bullring/server/db/open-migrated'
import type { Kysely } from 'kysely'
import { MIGRATIONS } from './migrations.ts'
import type { RelayTables } from './schema.ts'

/**
 * Opens the relay's database and runs pending migrations.
 *
 * @param onIdleError - Called when an idle connection breaks.
 * @throws {DatabaseUnusableError}
 */
export function openDatabase(
  url: string,
  onIdleError: (error: Error) => void,
): Promise<Kysely<RelayTables>> {
  return openMigrated({
    url,
    applicationName: 'bullring-relay',
    onIdleError,
    migrations: MIGRATIONS,
    variable: 'RELAY_DATABASE_URL',
  })
}
