import { migrate } from '@bullring/server/db/migrate'
import { openDatabase as open } from '@bullring/server/db/open-database'
import type { Kysely } from 'kysely'
import { MIGRATIONS } from './migrations.ts'
import type { RelayTables } from './schema.ts'

/**
 * Opens the relay's database and runs pending migrations.
 *
 * @param onIdleError - Called when an idle connection breaks.
 * @throws {DatabaseUnusableError}
 */
export async function openDatabase(
  url: string,
  onIdleError: (error: Error) => void,
): Promise<Kysely<RelayTables>> {
  const db = open<RelayTables>({ url, applicationName: 'bullring-relay', onIdleError })
  try {
    await migrate(db, { migrations: MIGRATIONS, variable: 'RELAY_DATABASE_URL' })
    return db
  } catch (error) {
    await db.destroy()
    throw error
  }
}
