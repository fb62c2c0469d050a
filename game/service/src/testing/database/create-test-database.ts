import {
  createServiceDatabase,
  type TestDatabase as DatabaseOf,
} from '@bullring/server/testing/test-database'
import { migrate } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open-database.ts'
import type { GameTables } from '../../db/schema.ts'

/** A migrated database for one test file. */
export type TestDatabase = DatabaseOf<GameTables>

/**
 * Creates a database on the server of the test run.
 *
 * @param adminUrl - A URL whose user may create databases.
 */
export function createTestDatabase(adminUrl: string): Promise<TestDatabase> {
  return createServiceDatabase(adminUrl, 'game', async (url) => {
    await migrate(url)
    return openDatabase(url, () => undefined)
  })
}
