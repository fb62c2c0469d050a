import { createServiceDatabase, type TestDatabase } from '@bullring/server/testing/test-database'
import { openDatabase } from '../db/open-database.ts'
import type { BundlerTables } from '../db/schema.ts'

/**
 * Creates a database for one test file.
 *
 * @param adminUrl - A URL whose user may create databases.
 */
export function createTestDatabase(adminUrl: string): Promise<TestDatabase<BundlerTables>> {
  return createServiceDatabase(adminUrl, 'bundler', (url) => openDatabase(url, () => undefined))
}
