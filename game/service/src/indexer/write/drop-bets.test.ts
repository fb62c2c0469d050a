import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import fc from 'fast-check'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { Database } from '../../db/open-database.ts'
import { findLeaders, findRank } from '../../leaderboard/leaderboard.queries.ts'
import { findProfitLine } from '../../stats/profit-line.queries.ts'
import { findTotals } from '../../stats/stats.queries.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { ONLY_TABLES } from '../../testing/database/only-market.ts'
import type { RandomHistory } from '../../testing/database/random-history.ts'
import {
  anyRandomHistory,
  HISTORY_ACCOUNTS,
  replaceHistory,
} from '../../testing/database/random-history.ts'
import { findFirstStored } from '../../trades/trades.queries.ts'
import { BetsDroppedError } from '../errors.ts'
import { dropBets } from './drop-bets.ts'
import { createIndexStore } from './index-store.ts'

/** Rounds of the second partition. */
const LATER = 10_000

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})

afterAll(() => database.drop())

/** One history after another, in two partitions. */
function joinHistories(older: RandomHistory, newer: RandomHistory): RandomHistory {
  const later = <row extends { epoch: number; log_index: number }>(rows: readonly row[]) =>
    rows.map((row) => ({ ...row, epoch: row.epoch + LATER, log_index: row.log_index + 1_000 }))
  return {
    ...older,
    bets: [...older.bets, ...later(newer.bets)],
    claims: [...older.claims, ...later(newer.claims)],
    strikes: [...older.strikes, ...later(newer.strikes)],
  }
}

async function keepBlocksFrom(db: Database, number: number): Promise<void> {
  const block = { number, hash: Buffer.alloc(32), timestamp: 0 }
  await db.insertInto('blocks').values(block).execute()
  await db.deleteFrom('blocks').where('number', '<', number).execute()
}

/** Stores a history of which every decided round is final, and whose windows start in the second partition. */
async function storeFinal(db: Database, history: RandomHistory): Promise<void> {
  await sql`truncate bets, claims, blocks`.execute(db)
  await replaceHistory(db, history)
  await sql`select keep_days(1000000, 14400)`.execute(db)
  for (const oldest of [0, 60]) await keepBlocksFrom(db, oldest)
  for (const span of ['day', 'week', 'month']) {
    await sql`update standing_spans set from_epoch = ${LATER + 3} where span = ${span}`.execute(db)
    await sql`select add_to_span(${span}, epochs_final(${LATER + 3}, 1000000))`.execute(db)
  }
}

const lineOf = (db: Database, account: Address) =>
  findProfitLine(db, ONLY_TABLES, { account, fromEpochs: [toEpoch(1)], maxPoints: 100 })

async function readSums(db: Database) {
  const ranked = { fromEpochs: [toEpoch(1)], rankBy: 'net_results' } as const
  const filter = { ...ranked, minimumRounds: 1, limit: 10 }
  const accounts = HISTORY_ACCOUNTS.map(async (account) => {
    const line = await lineOf(db, account)
    const last = line.points.findLast(({ epoch }) => epoch > LATER)
    return {
      totals: await findTotals(db, { account, fromEpoch: toEpoch(1) }),
      rank: await findRank(db, ONLY_TABLES, { ...filter, window: 'all', account }),
      line: last && { rounds: last.rounds, netResults: last.netResults },
    }
  })
  return {
    accounts: await Promise.all(accounts),
    all: await findLeaders(db, ONLY_TABLES, { ...filter, window: 'all' }),
    pools: await db.selectFrom('pools').selectAll().orderBy('epoch').execute(),
  }
}

const storedEpochs = async (db: Database) => {
  const { rows } = await sql<{ least: number | null; claimed: number | null }>`
    select (select min(epoch) from bets) as least, (select min(epoch) from claims) as claimed`.execute(
    db,
  )
  return rows.flatMap(({ least, claimed }) => [least ?? LATER, claimed ?? LATER])
}

describe('dropBets', () => {
  test('property: sums of accounts and rounds remain, whatever is dropped', async () => {
    const { db } = database
    await fc.assert(
      fc.asyncProperty(anyRandomHistory, anyRandomHistory, async (first, second) => {
        const history = joinHistories(first, second)
        await storeFinal(db, history)
        const before = await readSums(db)
        expect(await dropBets(db, toEpoch(LATER - 1))).toBe(0)
        expect(await dropBets(db, toEpoch(LATER + 1))).toBe(1)
        expect(Math.min(...(await storedEpochs(db)))).toBeGreaterThanOrEqual(LATER)
        const stored = second.bets.length === 0 ? null : { epoch: LATER, placedAt: 0 }
        expect(await findFirstStored(db)).toEqual(stored)
        expect(await readSums(db)).toEqual(before)
        const lines = await Promise.all(HISTORY_ACCOUNTS.map((account) => lineOf(db, account)))
        const older = lines.flatMap(({ points }) => points).filter(({ epoch }) => epoch < LATER)
        expect(older).toEqual([])
        // A late claim of a dropped round, and a rebuild.
        await sql`select keep_partitions(array[5])`.execute(db)
        expect(await dropBets(db, toEpoch(LATER + 1))).toBe(1)
        expect(await readSums(db)).toEqual(before)
        await sql`update market set dropped_before = 0`.execute(db)
        await sql`select keep_partitions(array[5])`.execute(db)
        await storeFinal(db, history)
        expect(await readSums(db)).toEqual(before)
      }),
      { numRuns: inject('isDeep') ? 100 : 8 },
    )
  })

  test('keeps bets that a window still needs, and all without sums by day', async () => {
    const { db } = database
    const [history] = fc.sample(anyRandomHistory, 1)
    if (history === undefined) throw new TypeError('one history')
    await storeFinal(db, joinHistories(history, history))
    await sql`update standing_spans set from_epoch = 7 where span = 'month'`.execute(db)
    expect(await dropBets(db, toEpoch(LATER + 1))).toBe(0)
    await sql`update standing_spans set from_epoch = ${LATER + 3} where span = 'month'`.execute(db)
    await sql`update market set has_days = false`.execute(db)
    expect(await dropBets(db, toEpoch(LATER + 1))).toBe(0)
  })

  test('an index does not end before a round whose bets were dropped', async () => {
    const { db } = database
    const [history] = fc.sample(
      anyRandomHistory.filter(({ strikes }) => strikes.length === 13),
      1,
    )
    if (history === undefined) throw new TypeError('one history')
    await sql`update market set dropped_before = 0`.execute(db)
    await sql`select keep_partitions(array[5])`.execute(db)
    await storeFinal(db, joinHistories(history, history))
    expect(await dropBets(db, toEpoch(LATER + 1))).toBe(1)
    const blockAt = (number: number) => ({
      number,
      hash: `0x${'00'.repeat(32)}` as const,
      timestamp: toUnixSeconds(0),
    })
    const stored = await readSums(db)
    const { rewind, newestBlocks } = createIndexStore(db)
    await expect(rewind(blockAt(60), blockAt(0))).rejects.toThrow(BetsDroppedError)
    expect(await readSums(db)).toEqual(stored)
    await rewind(blockAt(60), blockAt(55))
    expect((await newestBlocks(1))[0]?.number).toBe(55)
  })
})
