import { createServiceDatabase, type TestDatabase } from '@bullring/server/testing/test-database'
import { openDatabase } from '../db/open-database.ts'
import type { RelayTables } from '../db/schema.ts'

/**
 * Creates a database for one test file.
 *
 * @param adminUrl - A URL whose user may create databases.
 */
export function createTestDatabase(adminUrl: string): Promise<TestDatabase<RelayTables>> {
  return createServiceDatabase(adminUrl, 'relay', (url) => openDatabase(url, () => undefined))
}
