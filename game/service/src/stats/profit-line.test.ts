import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createIndexStore } from '../indexer/write/index-store.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { shortLine, streaksOf } from '../testing/database/expected-line.ts'
import { ONLY_TABLES } from '../testing/database/only-market.ts'
import type { RandomHistory } from '../testing/database/random-history.ts'
import {
  anyRandomHistory,
  decidedBetsOf,
  HISTORY_ACCOUNTS,
  HISTORY_EPOCHS,
  replaceHistory,
} from '../testing/database/random-history.ts'
import { findProfitLine } from './profit-line.queries.ts'

const RUNS = inject('isDeep') ? 200 : 12
const NO_HASH = `0x${'00'.repeat(32)}` as const

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})

afterAll(() => database.drop())

async function keepBlocksFrom(number: number): Promise<void> {
  const block = { number, hash: Buffer.alloc(32), timestamp: 0 }
  await database.db
    .insertInto('blocks')
    .values(block)
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await database.db.deleteFrom('blocks').where('number', '<', number).execute()
}

/** Strikes of all rounds, so that most have a winner; each written in a block from 1 to 9, whatever its epoch. */
const anyStrikes = fc
  .array(fc.record({ block_number: fc.integer({ min: 1, max: 9 }), step: fc.constantFrom(1, 2) }), {
    minLength: HISTORY_EPOCHS + 1,
    maxLength: HISTORY_EPOCHS + 1,
  })
  .map((drawn) =>
    drawn.map(({ block_number, step }, index) => ({
      epoch: index + 1,
      oracle_round_id: BigInt(index + 1),
      log_index: 100 + index,
      block_number,
      price: 600n + BigInt((index * step) % 3),
    })),
  )

async function store(history: RandomHistory): Promise<void> {
  await sql`truncate bets, blocks`.execute(database.db)
  await replaceHistory(database.db, history)
}

/** Compares the lines of all accounts with the decided bets. */
async function expectLines(history: RandomHistory, from = 1): Promise<void> {
  for (const account of HISTORY_ACCOUNTS) {
    let netResults = 0n
    const bets = decidedBetsOf(history)
      .filter((bet) => bet.account === account && bet.epoch >= from)
      .toSorted((a, b) => a.epoch - b.epoch)
    const expected = bets.map(({ epoch, payout, amount }, index) => {
      netResults += payout - amount
      return { symbol: 'BNB', epoch: toEpoch(epoch), placedAt: 0, rounds: index + 1, netResults }
    })
    const filter = { account, fromEpochs: [toEpoch(from)], maxPoints: 500 }
    const { points } = await findProfitLine(database.db, ONLY_TABLES, filter)
    expect(points).toEqual(expected)
    for (const [maxPoints, slots] of [
      [4, 1],
      [6, 2],
      [9, 3],
    ] as const) {
      expect(await findProfitLine(database.db, ONLY_TABLES, { ...filter, maxPoints })).toEqual({
        points: shortLine(expected, slots),
        ...streaksOf(bets.map(({ isWin }) => isWin)),
      })
    }
  }
}

describe('findProfitLine', () => {
  test('property: does not depend on which rounds are final, whenever they were decided', async () => {
    const anyBlocks = fc.uniqueArray(fc.integer({ min: 1, max: 10 }), { maxLength: 5 })
    const anyFrom = fc.integer({ min: 1, max: 13 })
    await fc.assert(
      fc.asyncProperty(
        ...([anyRandomHistory, anyStrikes, anyBlocks, anyFrom] as const),
        async (drawn, strikes, cuts, from) => {
          const history = { ...drawn, strikes }
          await store(history)
          for (const cut of [0, ...cuts.toSorted((a, b) => a - b)]) {
            await keepBlocksFrom(cut)
            await expectLines(history, from)
          }
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    )
  })

  test('property: shows what a deep rewind leaves', async () => {
    const blockAt = (number: number) => ({ number, hash: NO_HASH, timestamp: toUnixSeconds(0) })
    const anyBase = fc.integer({ min: 0, max: 10 })
    await fc.assert(
      fc.asyncProperty(
        ...([anyRandomHistory, anyStrikes, anyBase] as const),
        async (drawn, strikes, base) => {
          // A rewind undoes strikes only.
          const bets = drawn.bets.map((bet) => ({ ...bet, block_number: 0 }))
          const feeChanges = drawn.feeChanges.slice(0, 1)
          const history = { ...drawn, bets, feeChanges, strikes }
          await store(history)
          for (const oldest of [0, 60]) await keepBlocksFrom(oldest)
          await expectLines(history)
          await createIndexStore(database.db).rewind(blockAt(60), blockAt(base))
          const remaining = strikes.filter(({ block_number: block }) => block <= base)
          await expectLines({ ...history, strikes: remaining })
          await database.db.deleteFrom('strikes').execute()
          await database.db.insertInto('strikes').values(strikes).execute()
          await keepBlocksFrom(60)
          await expectLines(history)
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    )
  })
})
