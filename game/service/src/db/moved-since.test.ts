import { toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { HISTORY_ACCOUNTS, replaceHistory } from '../testing/database/random-history.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  const facts = { tx_hash: Buffer.alloc(32), placed_at: 0, block_number: 1, amount: 10n }
  // Two accounts on opposite sides of the rounds 1 and 9, which are final.
  const bets = [1, 9].flatMap((epoch) =>
    HISTORY_ACCOUNTS.slice(0, 2).map((account, index) => ({
      ...facts,
      account: toBytes(account),
      epoch,
      position: index + 1,
      log_index: 2 * epoch + index,
    })),
  )
  const strikes = [1, 2, 9, 10].map((epoch) => ({
    epoch,
    price: BigInt(epoch),
    oracle_round_id: BigInt(epoch),
    block_number: 45,
    log_index: epoch,
  }))
  const feeChanges = [{ epoch: 0, treasury_fee: 300, block_number: 0, log_index: 0 }]
  const block = { number: 60, hash: Buffer.alloc(32), timestamp: 0 }
  await database.db.insertInto('blocks').values(block).execute()
  const history = { bets, claims: [], strikes, feeChanges, maxPayoutMultiple: 0 }
  await replaceHistory(database.db, history)
})

afterAll(() => database.drop())

describe('moved_since', () => {
  test.each([
    [5, 1, [1, 1]],
    [1, 5, [-1, -1]],
    [5, 5, []],
    [5, 9, []],
  ])('compares a kept window from round %i with one from round %i', async (kept, since, rounds) => {
    await sql`update standing_spans set from_epoch = ${kept} where span = 'day'`.execute(
      database.db,
    )
    const moved = await sql<{ rounds: number }>`
      select rounds from moved_since('day', ${since})`.execute(database.db)
    expect(moved.rows.map((row) => row.rounds)).toEqual(rounds)
  })
})
