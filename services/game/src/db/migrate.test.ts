import { describe, expect, inject, test } from 'vitest'
import { createTestDatabase } from '../testing/create-test-database.ts'
import { isMigrated, migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

describe('isMigrated', () => {
  test('knows the tables of a further market, which has no tables of accounts', async () => {
    const database = await createTestDatabase(inject('postgresUrl'))
    const btc = openDatabase(database.url, () => undefined, 'btc')
    try {
      expect(await isMigrated(database.db)).toBe(true)
      expect(await isMigrated(btc, 'btc')).toBe(false)
      await migrate(database.url, 'btc')
      expect(await isMigrated(btc, 'btc')).toBe(true)
    } finally {
      await btc.destroy()
      await database.drop()
    }
  })
})
