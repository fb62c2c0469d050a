import { migrate } from '@bullring/server/db/migrate'
import { openDatabase as open } from '@bullring/server/db/open-database'
import type { Database } from './database.ts'
import { MIGRATIONS } from './migrations.ts'
import type { VaultTables } from './schema.ts'

/**
 * Opens the service's database and runs pending migrations.
 *
 * @param onIdleError - Called when an idle connection breaks.
 * @throws {DatabaseUnusableError}
 */
export async function openDatabase(
  url: string,
  onIdleError: (error: Error) => void,
): Promise<Database> {
  const db = open<VaultTables>({ url, applicationName: 'bullring-vault', onIdleError })
  try {
    await migrate(db, { migrations: MIGRATIONS, variable: 'VAULT_DATABASE_URL' })
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}
