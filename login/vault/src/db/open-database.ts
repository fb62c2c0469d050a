import { openMigrated } from '@bullring/server/db/open-migrated'
import type { Kysely } from 'kysely'
import { MIGRATIONS } from './migrations.ts'
import type { VaultTables } from './schema.ts'

/**
 * Opens the service's database and runs pending migrations.
 *
 * @param onIdleError - Called when an idle connection breaks.
 * @throws {DatabaseUnusableError}
 */
export function openDatabase(
  url: string,
  onIdleError: (error: Error) => void,
): Promise<Kysely<VaultTables>> {
  return openMigrated({
    url,
    applicationName: 'bullring-vault',
    onIdleError,
    migrations: MIGRATIONS,
    variable: 'VAULT_DATABASE_URL',
  })
}
