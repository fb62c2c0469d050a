import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test, vi } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/test-database.ts'
import { type ConnectionPool, openDatabase, openPool } from './open-database.ts'
import { transactTogether } from './transact-together.ts'

let database: TestDatabase<unknown>
let db: Kysely<unknown>
let writer: ConnectionPool

beforeAll(async () => {
  const options = { applicationName: 'test', onIdleError: () => undefined }
  database = await createTestDatabase(inject('postgresUrl'), async (url) =>
    openDatabase({ url, ...options }),
  )
  db = database.db
  writer = openPool({ url: database.url, ...options, isPipelined: true, maxConnections: 1 })
  await sql`create table numbers (n int8 primary key)`.execute(db)
})

beforeEach(() => sql`truncate numbers`.execute(db))

afterAll(async () => {
  await writer.end()
  await database.drop()
})

const add = (n: number) => sql`insert into numbers values (${n}) returning n`.compile(db)

async function stored(): Promise<unknown[]> {
  const { rows } = await sql<{ n: number }>`select n from numbers order by n`.execute(db)
  return rows.map(({ n }) => n)
}

test('commits all statements and returns their rows', async () => {
  const verify = vi.fn()
  const results = await transactTogether(writer, [add(1), add(2)], verify)
  expect(results).toEqual([[{ n: 1 }], [{ n: 2 }]])
  expect(verify).toHaveBeenCalledExactlyOnceWith([{ n: 1 }])
  expect(await stored()).toEqual([1, 2])
})

test('error: commits nothing when the first result is refused, whatever follows', async () => {
  await transactTogether(writer, [add(1)], () => undefined)
  const refuse = () => {
    throw new RangeError('moved')
  }
  await expect(transactTogether(writer, [add(2), add(1)], refuse)).rejects.toThrow(RangeError)
  expect(await stored()).toEqual([1])
})

test('error: commits nothing when a statement fails, and the connection remains usable', async () => {
  const statements = [add(1), add(1), add(2)]
  await expect(transactTogether(writer, statements, () => undefined)).rejects.toThrow(/duplicate/)
  expect(await stored()).toEqual([])
  const text = sql`select n + 1 as next from numbers`.compile(db)
  // Parsed for the first time in a transaction that has failed.
  const failed = transactTogether(writer, [add(1), add(1), text], () => undefined)
  await expect(failed).rejects.toThrow(/duplicate/)
  const [, rows] = await transactTogether(writer, [add(3), text], () => undefined)
  expect(rows).toEqual([{ next: 4 }])
})

test('error: reports a connection that ended in between, and opens another', async () => {
  const end = sql`select pg_terminate_backend(pg_backend_pid())`.compile(db)
  await expect(transactTogether(writer, [add(1), end], () => undefined)).rejects.toThrow()
  await transactTogether(writer, [add(2)], () => undefined)
  expect(await stored()).toEqual([2])
})
