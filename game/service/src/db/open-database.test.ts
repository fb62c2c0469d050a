import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { createTestDatabase } from '../testing/database/create-test-database.ts'

describe('openDatabase', () => {
  test('error: a connection that breaks inside a transaction fails its next query, not the process', async () => {
    const database = await createTestDatabase(inject('postgresUrl'))
    const other = await createTestDatabase(inject('postgresUrl'))
    const transaction = database.db.transaction().execute(async (tx) => {
      const backend = sql<{ pid: number }>`select pg_backend_pid() as pid`
      const pid = (await backend.execute(tx)).rows[0]?.pid
      await sql`select pg_terminate_backend(${pid}::int4, 5000)`.execute(other.db)
      await sql`select 1`.execute(tx)
    })
    await expect(transaction).rejects.toThrow(/connection|terminat/i)
    await Promise.all([database.drop(), other.drop()])
  })
})
