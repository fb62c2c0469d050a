import { openMigrated } from '@bullring/server/db/open-migrated'
import { createTestDatabase } from '@bullring/server/testing/test-database'
import { MIGRATIONS } from '../db/migrate.ts'
import type { GameTables } from '../db/schema.ts'
import type { TestDatabase } from './create-test-database.ts'

/** Without partitions, sums by day, and the division of final rounds. */
const PREVIOUS = Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => name < '0027'))

/**
 * Creates a database as an earlier version left it.
 *
 * @param adminUrl - A URL whose user may create databases.
 */
export function createPreviousDatabase(adminUrl: string): Promise<TestDatabase> {
  return createTestDatabase(adminUrl, (url) =>
    openMigrated<GameTables>({
      ...{ url, applicationName: 'test', onIdleError: () => undefined },
      ...{ migrations: PREVIOUS, variable: 'GAME_DATABASE_URL' },
    }),
  )
}
