import { databaseOf, openPool } from '@bullring/server/db/open-database'
import { OverloadedError } from '@bullring/server/http/errors'
import { LoadShedder } from '@bullring/server/limits/load-shedder'
import { type Kysely, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database/create-test-database.ts'
import { asRequest, limitRequests, outsideRequests } from './request-connections.ts'

/** Connections that requests may hold, of two. */
const CONCURRENT = 1

let database: TestDatabase
let db: Kysely<unknown>
let shedder: LoadShedder

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  shedder = new LoadShedder({ concurrent: CONCURRENT })
  const pool = openPool({
    url: database.url,
    applicationName: 'test',
    maxConnections: CONCURRENT + 1,
    onIdleError: () => undefined,
  })
  db = databaseOf(limitRequests(pool, shedder))
})

afterAll(async () => {
  await db.destroy()
  await database.drop()
})

const read = () => sql`select count(*) from bets`.execute(db)
const ping = () => sql`select 1`.execute(db)

/** Runs `act` while reads of bets hang. */
function whileLocked(act: () => Promise<void>): Promise<void> {
  return database.db.transaction().execute(async (tx) => {
    await sql`lock table bets in access exclusive mode`.execute(tx)
    await act()
  })
}

describe('limitRequests', () => {
  test('refuses requests when others hold all connections that they may, and nothing else', async () => {
    const hanging: Promise<unknown>[] = []
    await whileLocked(async () => {
      for (let times = 0; times < CONCURRENT; times += 1) hanging.push(asRequest(read))
      await expect(asRequest(ping)).rejects.toThrow(OverloadedError)
      await ping()
      await asRequest(() => outsideRequests(ping))
    })
    await Promise.all(hanging)
    await asRequest(ping)
  })

  test('runs the second query of a request before the first of others', async () => {
    const order: string[] = []
    const { promise: isLocked, resolve: goOn } = Promise.withResolvers<void>()
    const hanging: Promise<unknown>[] = []
    const first = asRequest(async () => {
      await ping()
      await isLocked
      await ping()
      order.push('second query')
    })
    await whileLocked(async () => {
      for (let times = 0; times < CONCURRENT; times += 1) hanging.push(asRequest(read))
      await expect.poll(() => shedder.waiting).toBe(0)
      hanging.push(asRequest(ping).then(() => order.push('first query')))
      await expect.poll(() => shedder.waiting).toBe(1)
      goOn()
      await expect.poll(() => shedder.waiting).toBe(2)
    })
    await Promise.all([first, ...hanging])
    expect(order).toEqual(['second query', 'first query'])
  })

  test('gives back its place when a query fails', async () => {
    for (let times = 0; times <= CONCURRENT; times += 1) {
      await expect(asRequest(() => sql`select 1 / 0`.execute(db))).rejects.toThrow('division')
    }
    await asRequest(ping)
  })
})
