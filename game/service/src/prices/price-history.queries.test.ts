import { toUnixSeconds } from '@bullring/prediction/units'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { rowsRead } from '../testing/database/rows-read.ts'
import { findPriceHistory } from './price-history.queries.ts'

const DAY = 86_400
const START = 1_700_000_000
/** An answer every 0.864 s: far more than any feed gives. */
const ANSWERS = 100_000
const MAX_POINTS = 4 * 201 + 1

let database: TestDatabase

const secondsOf = (answer: number) => START + Math.floor((answer * DAY) / ANSWERS)
const since = (seconds: number) => ({ from: toUnixSeconds(START + DAY - seconds), seconds })

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  await sql`
    insert into oracle_rounds (round_id, price, updated_at, block_number)
    select n, 86000000000 + (n * 7919) % 100000007, ${START}::int8 + n * ${DAY}::int8 / ${ANSWERS}::int8, n
    from generate_series(0, ${ANSWERS - 1}::int8) n`.execute(database.db)
  // One answer far off in each direction, within a bucket that has hundreds.
  await sql`update oracle_rounds set price = 1 where round_id = 50001`.execute(database.db)
  await sql`update oracle_rounds set price = 999999999999 where round_id = 50003`.execute(
    database.db,
  )
  await sql`vacuum analyze oracle_rounds`.execute(database.db)
})

afterAll(() => database.drop())

describe('findPriceHistory', () => {
  test('draws a day of 100,000 answers with few points and every extreme', async () => {
    const points = await findPriceHistory(database.db, 'bullring', since(DAY))
    expect(points.length).toBeGreaterThan(400)
    expect(points.length).toBeLessThanOrEqual(MAX_POINTS)
    expect(points).toContainEqual({ price: 1n, updatedAt: secondsOf(50_001) })
    expect(points).toContainEqual({ price: 999_999_999_999n, updatedAt: secondsOf(50_003) })
    expect(points.at(0)?.updatedAt).toBe(START)
    expect(points.at(-1)?.updatedAt).toBe(secondsOf(ANSWERS - 1))
    const times = points.map(({ updatedAt }) => updatedAt)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })

  test('property: the extremes of every bucket are those of all its answers', async () => {
    const points = await findPriceHistory(database.db, 'bullring', since(3_600))
    const bucketOf = (time: number) => Math.floor(time / 18)
    const all = await database.db
      .selectFrom('oracle_rounds')
      .select(['price', 'updated_at'])
      .where('updated_at', '>=', START + DAY - 3_600)
      .execute()
    const [, ...drawn] = points
    const drawnIn = Map.groupBy(drawn, ({ updatedAt }) => bucketOf(updatedAt))
    const allIn = Map.groupBy(all, ({ updated_at }) => bucketOf(updated_at))
    expect([...drawnIn.keys()]).toEqual([...allIn.keys()].toSorted((a, b) => a - b))
    for (const [bucket, rows] of allIn) {
      const prices = rows.map(({ price }) => price).toSorted(byValue)
      const shown = drawnIn.get(bucket)?.map(({ price }) => BigInt(price)) ?? []
      expect(shown.length).toBeLessThanOrEqual(4)
      expect(shown.toSorted(byValue).at(0)).toBe(prices.at(0))
      expect(shown.toSorted(byValue).at(-1)).toBe(prices.at(-1))
    }
  })

  test('starts with the answer in force at the beginning, also when none followed', async () => {
    const [first] = await findPriceHistory(database.db, 'bullring', since(300))
    expect(first?.updatedAt).toBeLessThan(START + DAY - 300)
    const later = { from: toUnixSeconds(START + 2 * DAY), seconds: 300 }
    const points = await findPriceHistory(database.db, 'bullring', later)
    expect(points.map(({ updatedAt }) => updatedAt)).toEqual([secondsOf(ANSWERS - 1)])
  })

  test('reads the answers of the range only', async () => {
    await database.db.transaction().execute(async (tx) => {
      const before = await rowsRead(tx, 'oracle_rounds')
      await findPriceHistory(tx, 'bullring', since(300))
      expect((await rowsRead(tx, 'oracle_rounds')) - before).toBeLessThan(400)
    })
  })

  test('falls back to the lock prices of a pancake-v2 market', async () => {
    const from = START + 2 * DAY
    const lock = (epoch: number, lockedAt: number) => ({
      epoch,
      locked_at: lockedAt,
      price: BigInt(epoch),
      oracle_round_id: BigInt(epoch),
      block_number: epoch,
      log_index: 0,
    })
    await database.db
      .insertInto('round_locks')
      .values([lock(1, from - 600), lock(2, from - 300), lock(3, from), lock(4, from + 300)])
      .execute()
    const window = { from: toUnixSeconds(from), seconds: 3_600 }
    const points = await findPriceHistory(database.db, 'pancake-v2', window)
    expect(points.map(({ price }) => price)).toEqual([2n, 3n, 4n])
  })
})

function byValue(a: bigint, b: bigint): number {
  return a < b ? -1 : Number(a > b)
}
