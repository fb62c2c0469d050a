import { migrate } from '@bullring/server/db/migrate'
import { openDatabase as open } from '@bullring/server/db/open-database'
import type { Kysely } from 'kysely'
import { MIGRATIONS } from './migrations.ts'
import type { CustodyTables } from './schema.ts'

/**
 * Opens the service's database and runs pending migrations.
 *
 * @param onIdleError - Called when an idle connection breaks.
 * @throws {DatabaseUnusableError}
 */
export async function openDatabase(
  url: string,
  onIdleError: (error: Error) => void,
): Promise<Kysely<CustodyTables>> {
  const db = open<CustodyTables>({ url, applicationName: 'bullring-custody', onIdleError })
  try {
    await migrate(db, { migrations: MIGRATIONS, variable: 'CUSTODY_DATABASE_URL' })
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}
