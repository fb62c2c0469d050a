import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { toBytes } from '@bullring/server/db/bytes'
import { sql, type Transaction } from 'kysely'
import { getAddress, numberToHex } from 'viem'
import { describe, expect, inject, test } from 'vitest'
import type { Database } from '../../db/open-database.ts'
import type { GameTables } from '../../db/schema.ts'
import { createRounds } from '../../market/rounds.ts'
import { findProfitLine } from '../../stats/profit-line.queries.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { ONLY_TABLES } from '../../testing/database/only-market.ts'
import { findTrades } from '../../trades/trades.queries.ts'

const CONTRACT = {
  kind: 'bullring',
  predictionAddress: getAddress(numberToHex(1, { size: 20 })),
  oracleAddress: getAddress(numberToHex(2, { size: 20 })),
  schedule: { genesisTimestamp: toUnixSeconds(0), intervalSeconds: 300, strikeDelay: 0 },
  maxOracleDelay: 60,
  settlementWindow: 86_400,
  maxPayoutMultiple: 0,
  canPayOut: true,
} as const

const BET = { position: 1, amount: 1n, tx_hash: Buffer.alloc(32), placed_at: 0, block_number: 1 }

/** Returns how many partitions of bets each execution of `read` scans. */
async function partitionsRead(
  db: Database,
  read: (tx: Transaction<GameTables>) => Promise<unknown>,
): Promise<number> {
  const scans = async (tx: Transaction<GameTables>) => {
    const { rows } = await sql<{ name: string; scans: number }>`
      select relname as name, seq_scan + coalesce(idx_scan, 0) as scans
      from pg_stat_xact_user_tables where relname like 'bets\\_from\\_%'`.execute(tx)
    return new Map(rows.map(({ name, scans: count }) => [name, count]))
  }
  return await db.transaction().execute(async (tx) => {
    const before = await scans(tx)
    await read(tx)
    const after = await scans(tx)
    return [...after].filter(([name, count]) => count > (before.get(name) ?? 0)).length
  })
}

describe('a market with 200 partitions', () => {
  test('lists of trades and lines of a window leave most of 200 partitions alone', async () => {
    const { db, drop } = await createTestDatabase(inject('postgresUrl'))
    const epochs = Array.from({ length: 200 }, (_, index) => index * 10_000 + 5)
    await sql`select keep_partitions(${epochs}::int8[])`.execute(db)
    const account = getAddress(numberToHex(7, { size: 20 }))
    await db
      .insertInto('bets')
      .values(
        epochs.map((epoch) => ({ ...BET, account: toBytes(account), epoch, log_index: epoch })),
      )
      .execute()
    await sql`insert into final_rounds
      select epoch, 1, 1, 1, 0, 0 from unnest(${epochs}::int8[]) epoch`.execute(db)
    await sql`analyze bets, final_rounds`.execute(db)
    const tradesBefore = (beforeEpoch: number | null) =>
      partitionsRead(db, async (tx) => {
        const filter = { account, limit: 2, beforeEpoch }
        expect(await findTrades(createRounds(tx, CONTRACT), filter)).toHaveLength(2)
      })
    expect(await tradesBefore(null)).toBeLessThan(5)
    expect(await tradesBefore(1_230_005)).toBeLessThan(5)
    const lineSince = (epoch: number) =>
      partitionsRead(db, (tx) =>
        findProfitLine(tx, ONLY_TABLES, { account, fromEpochs: [toEpoch(epoch)], maxPoints: 10 }),
      )
    expect(await lineSince(1_950_005)).toBeLessThan(6)
    expect(await lineSince(1)).toBe(200)
    await drop()
  })
})
