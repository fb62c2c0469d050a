import { BETS_FROM_HEADER, parseBetsFrom } from '@bullring/game-api/bets-from'
import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { createTestApp } from '../../testing/create-test-app.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { onlySelection } from '../../testing/database/only-market.ts'
import { tradesOperations } from '../../trades/trades.operations.ts'
import { findFirstStored } from '../../trades/trades.queries.ts'
import { retentionLoop } from './retention-loop.ts'

const DAY_SECONDS = 86_400
const NOW = toUnixSeconds(100 * DAY_SECONDS)
/** The first round of the second partition, and its first bet. */
const KEPT = { epoch: 10_000, placedAt: 1_700_000_000 }

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  const { db } = database
  const market = {
    chain_id: 1,
    genesis_hash: Buffer.alloc(32),
    start_block: 0,
    has_days: true,
    prediction: Buffer.alloc(20),
    max_payout_multiple: 0,
  }
  await db.insertInto('market').values(market).execute()
  await sql`select keep_partitions(array[5, 10005])`.execute(db)
  const bet = { position: 1, amount: 1n, tx_hash: Buffer.alloc(32), block_number: 1 }
  const bets = [5, 10_005, 10_006].map((epoch, index) => ({
    ...bet,
    account: Buffer.alloc(20, 1),
    epoch,
    log_index: index,
    placed_at: KEPT.placedAt + index - 1,
  }))
  await db.insertInto('bets').values(bets).execute()
  await sql`update standing_spans set from_epoch = 10001 where span <> 'all'`.execute(db)
})

afterAll(() => database.drop())

/** Runs the loop with a market whose first round of the last `days` days is in the second partition. */
async function runLoop(
  keepBetsDays: number | null,
  hasReached: boolean,
  until: (cutoffs: readonly number[]) => Promise<boolean>,
): Promise<void> {
  const cutoffs: number[] = []
  const clock = {
    firstEpochClosedAfter: (time: number) => {
      cutoffs.push(time)
      return Promise.resolve(toEpoch(10_001))
    },
  }
  const deps = {
    clock,
    db: database.db,
    head: { hasReached },
    keepBetsDays,
    log: pino({ level: 'silent' }),
    now: () => NOW,
  }
  const stopping = new AbortController()
  const loop = retentionLoop(deps, 5)(stopping.signal)
  await expect.poll(() => until(cutoffs), { timeout: 30_000 }).toBe(true)
  stopping.abort()
  await loop
}

const isDropped = async () => (await findFirstStored(database.db)) !== null

async function readTrades(limit: number): Promise<Response> {
  const app = createTestApp(
    tradesOperations(
      onlySelection([
        {
          symbol: 'BNB',
          now: () => NOW,
          findTrades: () => Promise.resolve([]),
          findFirstStored: () => findFirstStored(database.db),
        },
      ]),
    ),
  )
  return await app('/api/trades-by-user', { user_address: `0x${'01'.repeat(20)}`, limit })
}

describe('retentionLoop', () => {
  test('drops nothing where all bets are kept, nor before the index has reached the head', async () => {
    await runLoop(null, true, () => Promise.resolve(true))
    let looks = 0
    await runLoop(31, false, () => {
      looks += 1
      return Promise.resolve(looks > 3)
    })
    expect(await isDropped()).toBe(false)
    expect((await readTrades(10)).headers.get(BETS_FROM_HEADER)).toBeNull()
  })

  test('drops rounds that closed too long ago, and lists then name where bets begin', async () => {
    await runLoop(31, true, async (cutoffs) => {
      expect(new Set(cutoffs)).toEqual(new Set(cutoffs.length > 0 ? [69 * DAY_SECONDS] : []))
      return await isDropped()
    })
    const { rows } = await sql<{ epoch: number }>`select epoch from bets order by epoch`.execute(
      database.db,
    )
    expect(rows.map(({ epoch }) => epoch)).toEqual([10_005, 10_006])
    const header = (await readTrades(10)).headers.get(BETS_FROM_HEADER)
    expect(parseBetsFrom(header)).toEqual(new Map([['BNB', KEPT]]))
    expect(parseBetsFrom('BNB=1')).toEqual(new Map())
  })
})
