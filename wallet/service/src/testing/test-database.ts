import { createServiceDatabase, type TestDatabase } from '@bullring/server/testing/test-database'
import { openDatabase } from '../db/open-database.ts'
import type { WalletTables } from '../db/schema.ts'

/**
 * Creates a database for one test file.
 *
 * @param adminUrl - A URL whose user may create databases.
 */
export function createTestDatabase(adminUrl: string): Promise<TestDatabase<WalletTables>> {
  return createServiceDatabase(adminUrl, 'wallet', (url) => openDatabase(url, () => undefined))
}
