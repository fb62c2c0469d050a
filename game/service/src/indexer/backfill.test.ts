import type { ConnectionPool } from '@bullring/server/db/open-database'
import { openPool } from '@bullring/server/db/open-database'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { playRound, settleAndClaim } from '../testing/chain/play-rounds.ts'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain, TEST_CHAIN_ID } from '../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { storedRows } from '../testing/database/stored-rows.ts'
import { startGameProcess } from '../testing/start-game-service.ts'
import { applyLog } from './read/apply-log.ts'
import { createChainSource } from './read/chain-source.ts'
import { newSyncMemory, syncStep } from './sync.ts'
import type { SyncDeps } from './sync-deps.ts'
import { createIndexStore } from './write/index-store.ts'
import { rebuildIndex } from './write/open-index.ts'

/** For a busy machine. */
const LIMIT_MS = 300_000

const ROUNDS = 6
/** Fewer than an index reads one by one. */
const BLOCKS_BETWEEN = 40
/** More than are kept to undo a reorg, so that both indexes keep the same ones. */
const BLOCKS_AFTER = 320

let chain: TestChain
/** Follows the chain block by block. */
let followed: Index
const indexes: Index[] = []

type Index = { database: TestDatabase; pool: ConnectionPool; sync: () => Promise<void> }

beforeAll(async () => {
  chain = await startTestChain()
  followed = await createIndex()
  for (let epoch = 1; epoch <= ROUNDS; epoch += 1) {
    await playRound(chain, epoch)
    await settleAndClaim(chain, epoch)
    await chain.mine(BLOCKS_BETWEEN)
    await followed.sync()
  }
}, LIMIT_MS)

afterAll(async () => {
  for (const { database, pool } of indexes) {
    await pool.end()
    await database.drop()
  }
  await chain.stop()
})

/** Creates an empty index. Its node fails for ranges that end after `lastBlock`. */
async function createIndex(lastBlock = Number.POSITIVE_INFINITY): Promise<Index> {
  const database = await createTestDatabase(inject('postgresUrl'))
  const onIdleError = () => undefined
  const pool = openPool({ url: database.url, applicationName: 'test', onIdleError })
  const store = createIndexStore(database.db, { pool })
  const { prediction, oracle, startBlock } = chain.market
  const source = createChainSource(chain.client, { prediction, oracle })
  const logsInRange: typeof source.logsInRange = (from, to, signal) =>
    to > lastBlock
      ? Promise.reject(new Error('node is down'))
      : source.logsInRange(from, to, signal)
  const market = { kind: 'bullring', chainId: TEST_CHAIN_ID, maxPayoutMultiple: 0 } as const
  const rebuild = () =>
    rebuildIndex({ chain: source, store }, { ...market, prediction, startBlock })
  const deps: SyncDeps = {
    chain: { ...source, logsInRange },
    store,
    applyLog,
    rebuild,
    nowMs: () => 0,
    windowStarts: () => Promise.resolve({}),
    onBlock: () => undefined,
    onReorg: () => undefined,
    onNodeLag: () => undefined,
    log: pino({ level: 'silent' }),
  }
  const memory = newSyncMemory()
  const sync = async () => {
    while (await syncStep(deps, memory, new AbortController().signal));
  }
  await rebuild()
  const index = { database, pool, sync }
  indexes.push(index)
  return index
}

/** Random keys, times, and the journal, which depends on the moments at which blocks were read. */
const LEFT_OUT = ['changes', 'journal', 'kysely_migration', 'limit_keys', 'refer_code_keys']

async function readTables({ database: { db } }: Index): Promise<Record<string, unknown>> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`.execute(db)
  const tables: Record<string, unknown> = {}
  for (const { name } of rows.filter((row) => !LEFT_OUT.includes(row.name))) {
    // The time of the oracle reading depends on those moments too.
    const left = sql.lit(name === 'oracle_rounds' ? 'block_number' : '')
    const content = await sql<{ row: string }>`
      select (to_jsonb(t) - ${left}::text)::text as row from ${sql.table(name)} t order by 1`.execute(
      db,
    )
    tables[name] = content.rows.map(({ row }) => row)
  }
  return tables
}

async function newestBlock({ database: { db } }: Index): Promise<number> {
  const { rows } = await sql<{ number: number }>`select max(number) as number from blocks`.execute(
    db,
  )
  return rows[0]?.number ?? 0
}

describe('the backfill', { timeout: LIMIT_MS }, () => {
  test('resumes after the last range when it is killed during a write', async () => {
    const middle = chain.market.startBlock + 150
    const index = await createIndex(middle)
    await expect(index.sync()).rejects.toThrow('node is down')
    const before = await newestBlock(index)
    expect(before).toBeGreaterThan(chain.market.startBlock)
    expect(before).toBeLessThanOrEqual(middle)
    const game = startGameProcess(chain, index.database.url)
    await index.database.db.transaction().execute(async (tx) => {
      await sql`lock table bets in exclusive mode`.execute(tx)
      await expect
        .poll(
          async () => {
            const { rows } = await sql`
              select 1 from pg_locks where not granted and relation = 'bets'::regclass`.execute(tx)
            return rows.length
          },
          { interval: 5, timeout: LIMIT_MS / 2 },
        )
        .toBe(1)
      game.process.kill('SIGKILL')
      await game.exited
    })
    expect(await newestBlock(index)).toBe(before)
    const resumed = startGameProcess(chain, index.database.url)
    try {
      const end = await newestBlock(followed)
      await expect.poll(() => newestBlock(index), { timeout: LIMIT_MS / 2 }).toBe(end)
    } finally {
      await resumed.stop()
    }
    expect(await storedRows(index.database.db)).toEqual(await storedRows(followed.database.db))
  })

  test('ends with the same rows in all tables as an index that read block by block', async () => {
    const backfilled = await createIndex()
    await backfilled.sync()
    for (let mined = 0; mined < BLOCKS_AFTER; mined += BLOCKS_BETWEEN) {
      await chain.mine(BLOCKS_BETWEEN)
      await followed.sync()
      await backfilled.sync()
    }
    const tables = await readTables(backfilled)
    expect(tables['bets']).toHaveLength(ROUNDS * 4)
    expect(tables['standings']).toHaveLength(4)
    expect(tables).toEqual(await readTables(followed))
  })
})
