import { toEpoch } from '@bullring/prediction/units'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { getAddress, numberToHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { GameTables } from '../db/schema.ts'
import type { TestDatabase } from '../testing/create-test-database.ts'
import { createTestDatabase } from '../testing/create-test-database.ts'
import { fillRound } from '../testing/fill-round.ts'
import { rowsRead } from '../testing/rows-read.ts'
import { findBettors, newestPosition, readChanges } from './stream.queries.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})

beforeEach(async () => {
  await sql`truncate bets`.execute(database.db)
})

afterAll(() => database.drop())

const accountAt = (index: number) => getAddress(numberToHex(index, { size: 20 }))

describe('findBettors', () => {
  test('finds the bettors among more accounts than a statement can have parameters', async () => {
    await fillRound(database.db, 7, 10)
    await fillRound(database.db, 8, 3)
    await fillRound(database.db, 9, 3)
    const accounts = Array.from({ length: 70_000 }, (_, index) => accountAt(index + 5))
    const bettors = await findBettors(database.db, [7, 8].map(toEpoch), accounts)
    expect(bettors.map(({ account, epoch }) => [account, epoch]).toSorted()).toEqual(
      [5, 6, 7, 8, 9, 10].map((index) => [accountAt(index), 7n]).toSorted(),
    )
  })
})

describe('readChanges', () => {
  const limit = 20_000

  test('reads each bet of a full block, which must not make every page load everything', async () => {
    const position = await newestPosition(database.db)
    await fillRound(database.db, 7, 2_500, { betsPerBlock: 1_250 })
    const { changes } = await readChanges(database.db, position, limit)
    expect(changes).toHaveLength(2_500)
    expect(changes[0]).toMatchObject({ kind: 'bet', epoch: 7n })
  })

  test('reads a reset after a backfill, and after more changes than the limit', async () => {
    const position = await newestPosition(database.db)
    await fillRound(database.db, 7, 2_500, { betsPerBlock: 10 })
    expect((await readChanges(database.db, position, limit)).changes).toEqual([{ kind: 'reset' }])
    await fillRound(database.db, 8, 900, { betsPerBlock: 900 })
    expect((await readChanges(database.db, position + 1, 800)).changes).toEqual([{ kind: 'reset' }])
  })
})

describe('the journal', () => {
  test('costs an empty block the same however many changes it holds', async () => {
    const { db } = database
    await sql`insert into changes (kind) select 'reset' from generate_series(1, 40000)`.execute(db)
    const addBlock = (tx: Transaction<GameTables>, number: number) =>
      sql`insert into blocks (number, hash, timestamp) values (${number}, '', 0)`.execute(tx)
    // The first block deletes what is no longer kept.
    await db.transaction().execute((tx) => addBlock(tx, 1_000_001))
    await db.transaction().execute(async (tx) => {
      const before = await rowsRead(tx, 'changes')
      await addBlock(tx, 1_000_002)
      expect((await rowsRead(tx, 'changes')) - before).toBeLessThan(10)
    })
    const { rows } = await sql<{ kept: number }>`select count(*) as kept from changes`.execute(db)
    expect(rows[0]?.kept).toBe(20_000)
  })
})
