import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { findPrices } from './prices.queries.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})

afterAll(() => database.drop())

const lock = (epoch: number, lockedAt: number) => ({
  epoch,
  locked_at: lockedAt,
  price: BigInt(epoch),
  oracle_round_id: BigInt(epoch),
  block_number: epoch,
  log_index: 0,
})

const answer = (updatedAt: number) => ({
  round_id: BigInt(updatedAt),
  price: BigInt(updatedAt),
  updated_at: updatedAt,
  block_number: 1,
})

describe('findPrices', () => {
  test('returns lock prices of a pancake-v2 market without oracle answers, oldest first', async () => {
    await database.db
      .insertInto('round_locks')
      .values([lock(1, 10_000), lock(2, 10_300), lock(3, 10_600)])
      .execute()
    expect(await findPrices(database.db, 'bullring', 2)).toEqual([])
    expect(await findPrices(database.db, 'pancake-v2', 2)).toEqual([
      { price: 2n, updatedAt: 10_300 },
      { price: 3n, updatedAt: 10_600 },
    ])
  })

  test('returns oracle answers unless they are much older than the newest lock', async () => {
    await database.db
      .insertInto('oracle_rounds')
      .values([answer(10_500), answer(10_590)])
      .execute()
    expect(await findPrices(database.db, 'pancake-v2', 30)).toEqual(
      await findPrices(database.db, 'bullring', 30),
    )
    await database.db.insertInto('round_locks').values(lock(4, 14_191)).execute()
    expect((await findPrices(database.db, 'pancake-v2', 30)).map(({ price }) => price)).toEqual([
      1n,
      2n,
      3n,
      4n,
    ])
  })
})
