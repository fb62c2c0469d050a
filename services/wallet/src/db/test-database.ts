import { createTestDatabase as create, type TestDatabase } from '@bullring/server/db/test-database'
import { openDatabase } from './open-database.ts'
import type { WalletTables } from './schema.ts'

/**
 * Creates a database of its own for one test file.
 *
 * @param adminUrl - A URL whose user may create databases.
 */
export function createTestDatabase(adminUrl: string): Promise<TestDatabase<WalletTables>> {
  return create(adminUrl, (url) => openDatabase(url, () => undefined))
}
