import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { isMigrated, migrate } from './migrate.ts'
import { openDatabase } from './open-database.ts'

describe('isMigrated', () => {
  test('error: rejects once a newer version has removed something', async () => {
    const { db, drop } = await createTestDatabase(inject('postgresUrl'))
    const apply = (name: string) =>
      sql`insert into kysely_migration (name, timestamp) values (${name}, '')`.execute(db)
    await apply('9998-notes')
    expect(await isMigrated(db)).toBe(true)
    await apply('9999-contract-notes')
    await expect(isMigrated(db)).rejects.toThrow('9999-contract-notes')
    await drop()
  })

  test('error: refuses the tables of a version before the first release', async () => {
    const { db, url, drop } = await createTestDatabase(inject('postgresUrl'))
    await sql`update kysely_migration set name = '0001-index'
      where name = '0001-schema'`.execute(db)
    await sql`insert into kysely_migration (name, timestamp) values ('0052-proven-browsers', '')`.execute(
      db,
    )
    const refused = 'a version before the first release (0001-index)'
    await expect(isMigrated(db)).rejects.toThrow(refused)
    await expect(migrate(url)).rejects.toThrow(refused)
    await drop()
  })

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
