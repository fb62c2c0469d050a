import { isDeepStrictEqual } from 'node:util'
import { toEpoch } from '@bullring/prediction/units'
import { sql } from 'kysely'
import { expect, inject } from 'vitest'
import type { Database } from '../../db/open-database.ts'
import { findLeaders } from '../../leaderboard/leaderboard.queries.ts'
import type { TestChain } from '../chain/start-test-chain.ts'
import { startGameService } from '../start-game-service.ts'
import { readIndex, waitUntilIndexed } from './compare-index.ts'
import { createTestDatabase } from './create-test-database.ts'
import { ONLY_TABLES } from './only-market.ts'

/** Blocks after which no reorg can reach what was before: only then is it in all sums, and read again. */
export const UNREACHABLE_BLOCKS = 300

/**
 * Tables of an index whose rows the chain alone decides, beside those of `readIndex`. Left out: live events, which tell
 * what the service has seen, blocks, of which it keeps those it has read, times of the service, and `standings`, whose windows
 * may start anywhere: leaders are compared instead.
 */
const DERIVED = ['market', 'pools', 'day_standings', 'final_rounds']

/** Rounds of the compared windows: in each of them, and fewer than a long test plays. */
const WINDOW_ROUNDS = 100

async function readLeaders(db: Database): Promise<Record<string, unknown>> {
  const { newest } = await db
    .selectFrom('bets')
    .select((expression) => expression.fn.max('epoch').as('newest'))
    .executeTakeFirstOrThrow()
  const filter = {
    fromEpochs: [toEpoch(Math.max(newest - WINDOW_ROUNDS, 1))],
    rankBy: 'net_results',
    minimumRounds: 1,
    limit: 1_000,
  } as const
  const leaders = (['day', 'week', 'month'] as const).map(
    async (window) =>
      [`leaders: ${window}`, await findLeaders(db, ONLY_TABLES, { window, ...filter })] as const,
  )
  return Object.fromEntries(await Promise.all(leaders))
}

async function readTables(db: Database): Promise<Record<string, unknown>> {
  const derived = await Promise.all(
    DERIVED.map(async (table) => {
      const { rows } = await sql<{ row: string }>`
        select to_jsonb(t)::text as row from ${sql.table(table)} t order by 1`.execute(db)
      return [table, rows.map(({ row }) => row)]
    }),
  )
  const leaders = await readLeaders(db)
  return { ...(await readIndex(db)), ...leaders, ...Object.fromEntries(derived) }
}

/** Waits until all tables equal those that another service builds from the first block, and checks the kept blocks. */
export async function expectSameAsRebuilt(chain: TestChain, db: Database): Promise<void> {
  const fresh = await createTestDatabase(inject('postgresUrl'))
  const rebuilt = await startGameService(chain, fresh.url)
  try {
    await waitUntilIndexed(chain, fresh.db)
    const expected = await readTables(fresh.db)
    const differing = async () => {
      const tables = await readTables(db)
      return Object.keys(expected).filter((key) => !isDeepStrictEqual(tables[key], expected[key]))
    }
    await expect.poll(differing, { interval: 500 }).toEqual([])
    const blocks = await db.selectFrom('blocks').selectAll().execute()
    for (const { number, hash, timestamp } of blocks) {
      const block = await chain.client.getBlock({ blockNumber: BigInt(number) })
      expect([number, `0x${hash.toString('hex')}`, timestamp]).toEqual([
        number,
        block.hash,
        Number(block.timestamp),
      ])
    }
  } finally {
    await rebuilt.stop()
    await fresh.drop()
  }
}
