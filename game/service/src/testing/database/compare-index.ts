import { toEpoch } from '@bullring/prediction/units'
import { expect, inject } from 'vitest'
import type { Database } from '../../db/open-database.ts'
import { findLeaders } from '../../leaderboard/leaderboard.queries.ts'
import type { TestChain } from '../chain/start-test-chain.ts'
import { startGameService } from '../start-game-service.ts'
import { createTestDatabase } from './create-test-database.ts'
import { ONLY_TABLES } from './only-market.ts'
import { storedRows } from './stored-rows.ts'

/** Reads every fact of an index in the chain's order, and the leaderboard. */
export async function readIndex(db: Database) {
  return {
    ...(await storedRows(db)),
    prices: await db
      .selectFrom('oracle_rounds')
      .select(['round_id', 'price', 'updated_at'])
      .orderBy('round_id')
      .execute(),
    leaders: await findLeaders(db, ONLY_TABLES, {
      window: 'all',
      fromEpochs: [toEpoch(1)],
      rankBy: 'net_results',
      minimumRounds: 1,
      limit: 1_000,
    }),
  }
}

/** Waits until the index ends at the chain's newest block. */
export async function waitUntilIndexed(chain: TestChain, db: Database): Promise<void> {
  const newest = await chain.client.getBlock()
  await expect
    .poll(
      async () => {
        const [head] = await db
          .selectFrom('blocks')
          .select('hash')
          .orderBy('number', 'desc')
          .limit(1)
          .execute()
        return `0x${head?.hash.toString('hex')}`
      },
      { interval: 20, timeout: 60_000 },
    )
    .toBe(newest.hash)
}

/** Compares an index with one that another service builds from the first block. */
export async function expectEqualToRebuild(chain: TestChain, db: Database) {
  await waitUntilIndexed(chain, db)
  const fresh = await createTestDatabase(inject('postgresUrl'))
  const rebuilt = await startGameService(chain, fresh.url)
  try {
    const tables = await readIndex(db)
    expect(tables).toEqual(await readIndex(fresh.db))
    return tables
  } finally {
    await rebuilt.stop()
    await fresh.drop()
  }
}
