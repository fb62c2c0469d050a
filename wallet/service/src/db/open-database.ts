import { openMigrated } from '@bullring/server/db/open-migrated'
import type { Kysely } from 'kysely'
import { MIGRATIONS } from './migrations.ts'
import type { WalletTables } from './schema.ts'

/**
 * Opens the service's database and runs pending migrations.
 *
 * @param onIdleError - Called when an idle connection breaks.
 * @throws {DatabaseUnusableError}
 */
export function openDatabase(
  url: string,
  onIdleError: (error: Error) => void,
): Promise<Kysely<WalletTables>> {
  return openMigrated({
    url,
    applicationName: 'bullring-wallet',
    onIdleError,
    migrations: MIGRATIONS,
    variable: 'WALLET_DATABASE_URL',
  })
}
