import { databaseOf, openPool } from '@bullring/server/db/open-database'
import { sql } from 'kysely'
import { pino } from 'pino'
import { migrate } from '../../src/db/migrate.ts'
import type { Database } from '../../src/db/open-database.ts'
import type { GameTables } from '../../src/db/schema.ts'
import { applyLog } from '../../src/indexer/read/apply-log.ts'
import type { SyncMemory } from '../../src/indexer/sync.ts'
import { newSyncMemory, syncStep } from '../../src/indexer/sync.ts'
import { createIndexStore } from '../../src/indexer/write/index-store.ts'
import { rebuildIndex } from '../../src/indexer/write/open-index.ts'
import { TEST_MARKET } from '../../src/testing/database/test-market.ts'
import { createMemoryChain } from './memory-chain.ts'

type BackfillResult = { eventsPerSecond: number; bytesPerBet: number }

/** Indexes a chain of `bets` bets from memory into an empty database, in this process. */
export async function measureBackfill(url: string, bets: number): Promise<BackfillResult> {
  const pool = openPool({ url, applicationName: 'bench', onIdleError: () => undefined })
  const db = databaseOf<GameTables>(pool)
  try {
    await migrate(url)
    const chain = createMemoryChain(bets)
    const store = createIndexStore(db, { pool })
    const log = pino({ level: 'silent' })
    const rebuild = () => rebuildIndex({ chain: chain.source, store }, TEST_MARKET)
    const deps = {
      chain: chain.source,
      store,
      applyLog,
      rebuild,
      windowStarts: () => Promise.resolve({}),
      onBlock: () => undefined,
      onReorg: () => undefined,
      onNodeLag: () => undefined,
      nowMs: Date.now,
      log,
    }
    const memory: SyncMemory = newSyncMemory()
    await rebuild()
    const startMs = performance.now()
    while (await syncStep(deps, memory, new AbortController().signal));
    const seconds = (performance.now() - startMs - chain.generatingMs()) / 1_000
    return { eventsPerSecond: bets / seconds, bytesPerBet: await bytesPerBet(db, bets) }
  } finally {
    await db.destroy()
  }
}

/** Returns the size of bets with their indexes, and checks that there are as many. */
export async function bytesPerBet(db: Database, bets: number): Promise<number> {
  const { rows } = await sql<{ rows: number; bytes: number }>`
    select (select count(*) from bets) as rows,
      (select sum(pg_total_relation_size(relid))::int8 from pg_partition_tree('bets')) as bytes`.execute(
    db,
  )
  if (rows[0]?.rows !== bets) throw new Error(`${rows[0]?.rows} of ${bets} bets arrived`)
  return rows[0].bytes / bets
}
