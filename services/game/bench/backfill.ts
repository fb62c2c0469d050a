import { toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import { pino } from 'pino'
import { migrate } from '../src/db/migrate.ts'
import type { Database } from '../src/db/open-database.ts'
import { openDatabase } from '../src/db/open-database.ts'
import { applyLog } from '../src/indexer/apply-log.ts'
import { createIndexStore } from '../src/indexer/index-store.ts'
import { rebuildIndex } from '../src/indexer/open-index.ts'
import type { SyncMemory } from '../src/indexer/sync.ts'
import { newSyncMemory, syncStep } from '../src/indexer/sync.ts'
import type { BenchDatabases } from './bench-database.ts'
import { createMemoryChain } from './memory-chain.ts'
import { printLine, report } from './report.ts'

const MARKET = {
  kind: 'bullring',
  chainId: 1,
  prediction: '0x00000000000000000000000000000000000000aa',
  startBlock: 0,
  maxPayoutMultiple: 0,
} as const

const SIZES = [10_000, 100_000, 1_000_000]
const BASELINE_ROWS = 200_000
const TARGET_PER_SECOND = 10_000
/** Highest cost per event of the longest history, relative to the shortest. */
const TARGET_GROWTH = 1.5

/** Indexes histories of growing length from memory into empty databases. */
export async function benchBackfill(databases: BenchDatabases): Promise<void> {
  const bare = await measureBareInsert(await databases.create('bare'), BASELINE_ROWS)
  printLine(`baseline, rows into a table without keys: ${Math.round(bare)} rows/s`)
  const costs: number[] = []
  for (const bets of SIZES) {
    const url = await databases.create(`backfill_${bets}`)
    const { eventsPerSecond, bytesPerBet } = await measureBackfill(url, bets)
    costs.push(1e6 / eventsPerSecond)
    printLine(
      `${bets} bets: ${(1e6 / eventsPerSecond).toFixed(1)} us per bet, ${(eventsPerSecond / bare).toFixed(2)} of the baseline, ${Math.round(bytesPerBet)} bytes per bet`,
    )
    report({
      what: `backfill of ${bets} bets`,
      unit: 'events/s',
      target: TARGET_PER_SECOND,
      bound: 'at least',
      reached: eventsPerSecond,
    })
  }
  report({
    what: 'cost of an event, longest history to shortest',
    unit: 'times',
    target: TARGET_GROWTH,
    bound: 'at most',
    reached: (costs.at(-1) ?? 0) / (costs[0] ?? 1),
  })
}

type BackfillResult = { eventsPerSecond: number; bytesPerBet: number }

/** Indexes a chain of `bets` bets into an empty database. */
export async function measureBackfill(url: string, bets: number): Promise<BackfillResult> {
  const db = openDatabase(url, () => undefined)
  try {
    await migrate(db)
    const chain = createMemoryChain(bets)
    const store = createIndexStore(db)
    const log = pino({ level: 'silent' })
    const rebuild = () => rebuildIndex({ chain: chain.source, store }, MARKET)
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
    while (await syncStep(deps, memory));
    const seconds = (performance.now() - startMs - chain.generatingMs()) / 1_000
    return { eventsPerSecond: bets / seconds, bytesPerBet: await bytesPerBet(db, bets) }
  } finally {
    await db.destroy()
  }
}

async function bytesPerBet(db: Database, bets: number): Promise<number> {
  const { rows } = await sql<{ rows: number; bytes: number }>`
    select (select count(*) from bets) as rows,
      (select sum(pg_total_relation_size(relid))::int8 from pg_partition_tree('bets')) as bytes`.execute(
    db,
  )
  if (rows[0]?.rows !== bets) throw new Error(`${rows[0]?.rows} of ${bets} bets arrived`)
  return rows[0].bytes / bets
}

const BASELINE_BATCH = 8_000

/** Baseline: inserts the same columns into a table without keys, 8,000 rows per statement. */
async function measureBareInsert(url: string, rows: number): Promise<number> {
  const db = openDatabase(url, () => undefined)
  try {
    await sql`create table bare (account bytea, epoch int8, position int2, amount numeric,
      tx_hash bytea, placed_at int8, block_number int8, log_index int4)`.execute(db)
    const indexes = Array.from({ length: BASELINE_BATCH }, (_, index) => index)
    const account = indexes.map((index) => toBytes(`0x${index.toString(16).padStart(40, '0')}`))
    const hash = indexes.map((index) => toBytes(`0x${index.toString(16).padStart(64, '0')}`))
    const amount = indexes.map((index) => 10n ** 16n + BigInt(index))
    const startMs = performance.now()
    for (let done = 0; done < rows; done += BASELINE_BATCH) {
      await sql`insert into bare select * from unnest(${account}::bytea[], ${indexes}::int8[],
        ${indexes}::int2[], ${amount}::numeric[], ${hash}::bytea[], ${indexes}::int8[],
        ${indexes}::int8[], ${indexes}::int4[])`.execute(db)
    }
    return rows / ((performance.now() - startMs) / 1_000)
  } finally {
    await db.destroy()
  }
}
