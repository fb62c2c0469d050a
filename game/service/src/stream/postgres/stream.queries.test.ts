import { toEpoch } from '@bullring/prediction/units'
import type { Transaction } from 'kysely'
import { sql } from 'kysely'
import { numberToHex } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { GameTables } from '../../db/schema.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { fillRound } from '../../testing/database/fill-round.ts'
import { rowsRead } from '../../testing/database/rows-read.ts'
import { accountKeys } from '../events/step.ts'
import { findBettors, hasChange, newestPosition, readChanges } from './stream.queries.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})

beforeEach(async () => {
  await sql`truncate bets`.execute(database.db)
})

afterAll(() => database.drop())

const accountAt = (index: number) => numberToHex(index, { size: 20 })

describe('findBettors', () => {
  test('finds the bettors among more accounts than a statement can have parameters', async () => {
    await fillRound(database.db, 7, 10)
    await fillRound(database.db, 8, 3)
    await fillRound(database.db, 9, 3)
    const accounts = Array.from({ length: 70_000 }, (_, index) => accountAt(index + 5))
    const both = [...accounts.slice(1), accountAt(5)]
    const bettors = await findBettors(database.db, [7, 8].map(toEpoch), both)
    const expected = [5, 6, 7, 8, 9, 10].map((index) => [accountAt(index), [7n]] as const)
    expect(bettors).toEqual(new Map(expected))
  })
})

describe('readChanges', () => {
  const limit = 20_000
  const changesSince = async (since: number, range = {}) => {
    const found = await readChanges(database.db, { since, until: null, limit, ...range })
    return found?.changes ?? []
  }

  test('reads the bets of a full block as one change of each round', async () => {
    const position = await newestPosition(database.db)
    await fillRound(database.db, 7, 2_500, { betsPerBlock: 1_250 })
    const changes = await changesSince(position)
    expect(changes).toMatchObject([{ kind: 'bet', epoch: 7n }])
    const accounts = changes.flatMap((change) =>
      'accounts' in change ? [...accountKeys(change.accounts)] : [],
    )
    const all = Array.from({ length: 2_500 }, (_, index) => accountAt(index + 1))
    expect(accounts.toSorted()).toEqual(all.toSorted())
  })

  test('lists few bets so that processes of older versions read each', async () => {
    const position = await newestPosition(database.db)
    await fillRound(database.db, 7, 20)
    const rows = sql<{ accounts: null }>`
      select accounts from changes where id > ${position} and account is not null`
    expect((await rows.execute(database.db)).rows).toEqual(Array(20).fill({ accounts: null }))
    expect(await changesSince(position)).toHaveLength(20)
  })

  test('reads a change of the round after more bets than any block has', async () => {
    const position = await newestPosition(database.db)
    await fillRound(database.db, 7, 20_001, { betsPerBlock: 1_000 })
    expect(await changesSince(position)).toEqual([{ kind: 'round', epoch: 7n }])
  })

  test('reads a reset after a backfill, and after more changes than the limit', async () => {
    const position = await newestPosition(database.db)
    await fillRound(database.db, 7, 2_500, { betsPerBlock: 10 })
    expect(await changesSince(position)).toEqual([{ kind: 'reset' }])
    await fillRound(database.db, 8, 20)
    expect(await changesSince(position + 1, { limit: 19 })).toEqual([{ kind: 'reset' }])
  })

  test('ends at a position, and waits for one that the database does not have', async () => {
    const position = await newestPosition(database.db)
    await fillRound(database.db, 7, 3)
    const newest = await newestPosition(database.db)
    const read = (until: number) => readChanges(database.db, { since: position, until, limit })
    expect(await read(newest - 1)).toMatchObject({ position: newest - 1, changes: [{}, {}] })
    expect(await read(newest + 1)).toBe(null)
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
  })

  test('keeps the changes of some 8,000 blocks', async () => {
    const { db } = database
    const old = await newestPosition(db)
    const blocksLater = async (number: number, blocks: number) => {
      const position = old + blocks * 65_536
      await sql`select setval(pg_get_serial_sequence('changes', 'id'), ${position})`.execute(db)
      await sql`insert into blocks (number, hash, timestamp) values (${number}, '', 0)`.execute(db)
    }
    await blocksLater(1_000_003, 8_000)
    expect(await hasChange(db, old)).toBe(true)
    await blocksLater(1_000_004, 8_200)
    expect(await hasChange(db, old)).toBe(false)
  })

  test('gives no position again that a restored database has lost', async () => {
    const { db } = database
    let number = 2_000_000
    const addBlock = async () => {
      number += 1
      await sql`insert into blocks (number, hash, timestamp) values (${number}, '', 0)`.execute(db)
      return await newestPosition(db)
    }
    const kept = await addBlock()
    const lost = [await addBlock(), await addBlock(), await addBlock()]
    // The journal of a restored copy.
    await sql`delete from changes where id > ${kept}`.execute(db)
    await sql`select setval(pg_get_serial_sequence('changes', 'id'), ${kept})`.execute(db)
    const ahead = await readChanges(db, { since: lost[2] ?? 0, until: null, limit: 20 })
    expect(ahead).toBe(null)
    while ((await addBlock()) < (lost[2] ?? 0));
    for (const since of lost) {
      const found = await readChanges(db, { since, until: null, limit: 20_000 })
      expect(found?.changes).toEqual([{ kind: 'reset' }])
    }
    const known = await readChanges(db, { since: kept, until: null, limit: 20_000 })
    expect(known?.changes).toContainEqual({ kind: 'block', timestamp: 0 })
  })
})
