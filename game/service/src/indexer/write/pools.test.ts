import { MARKET_KINDS } from '@bullring/wire/chain/market-kind'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { FakeChain } from '../../testing/chain/fake-chain.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { fillRound } from '../../testing/database/fill-round.ts'
import { rowsRead } from '../../testing/database/rows-read.ts'
import { LOG_READERS } from '../read/log-readers.ts'
import type { SyncMemory } from '../sync.ts'
import { newSyncMemory, syncStep } from '../sync.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { createIndexStore } from './index-store.ts'
import { rebuildIndex } from './open-index.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})

afterAll(() => database.drop())

/** Every round's sums, computed from `bets`. */
async function sumsOfBets() {
  const { rows } = await sql`
    select epoch,
      coalesce(sum(amount) filter (where position = 1), 0) as bull_amount,
      coalesce(sum(amount) filter (where position = 2), 0) as bear_amount
    from bets group by epoch order by epoch`.execute(database.db)
  return rows
}

async function expectPoolsToMatch() {
  const pools = await database.db.selectFrom('pools').selectAll().orderBy('epoch').execute()
  expect(pools).toEqual(await sumsOfBets())
  return pools.length
}

async function startIndex(kind: (typeof MARKET_KINDS)[number], chain: FakeChain) {
  await sql`truncate market`.execute(database.db)
  const store = createIndexStore(database.db)
  const market = {
    kind,
    chainId: 1,
    prediction: '0x00aa',
    startBlock: 0,
    maxPayoutMultiple: 0,
  } as const
  const rebuild = () => rebuildIndex({ chain: chain.source, store }, market)
  const deps: SyncDeps = {
    chain: chain.source,
    store,
    applyLog: LOG_READERS[kind],
    rebuild,
    windowStarts: () => Promise.resolve({}),
    onBlock: () => undefined,
    onReorg: () => undefined,
    onNodeLag: () => undefined,
    nowMs: () => 0,
    log: pino({ level: 'silent' }),
  }
  const memory: SyncMemory = newSyncMemory()
  const sync = async () => {
    while (await syncStep(deps, memory, new AbortController().signal));
  }
  await rebuild()
  return { sync, rebuild }
}

describe('pools', () => {
  test.each(MARKET_KINDS)('equal the sums of the bets of a %s market', async (kind) => {
    const chain = new FakeChain()
    chain.mine(120)
    const { sync, rebuild } = await startIndex(kind, chain)
    await sync()
    const rounds = await expectPoolsToMatch()
    expect(rounds).toBeGreaterThan(20)

    chain.reorg(60)
    chain.mine(61)
    await sync()
    await expectPoolsToMatch()

    await rebuild()
    expect(await expectPoolsToMatch()).toBe(0)
    await sync()
    expect(await expectPoolsToMatch()).toBeGreaterThan(20)
  })

  test('cost the same to keep whatever the round holds', async () => {
    await sql`truncate bets, blocks`.execute(database.db)
    await database.db.transaction().execute(async (tx) => {
      await fillRound(tx, 7, 5_000)
      const before = await rowsRead(tx, 'bets')
      await sql`insert into bets select account, 7, position, 1000, tx_hash, 0, 1000, log_index
        from (values ('\\x01'::bytea, 1, '\\x02'::bytea, 5)) bet (account, position, tx_hash, log_index)
      `.execute(tx)
      expect(await rowsRead(tx, 'bets')).toBe(before)
      await sql`delete from bets where block_number >= 1000`.execute(tx)
      expect((await rowsRead(tx, 'bets')) - before).toBeLessThan(10)
    })
    expect(await expectPoolsToMatch()).toBe(1)
  })

  test('follow bets in whatever order they arrive and leave', async () => {
    await sql`truncate bets, blocks`.execute(database.db)
    await fillRound(database.db, 7, 50)
    await database.db.deleteFrom('bets').where('block_number', '<', 3).execute()
    await expectPoolsToMatch()
    await fillRound(database.db, 8, 20)
    await sql`insert into bets select account, epoch, position, amount, tx_hash, placed_at, 0, 0
      from (values ('\\x01'::bytea, 7, 2, 9, '\\x02'::bytea, 0)) bet
        (account, epoch, position, amount, tx_hash, placed_at)`.execute(database.db)
    await expectPoolsToMatch()
    await database.db.deleteFrom('bets').where('epoch', '=', 8).execute()
    expect(await expectPoolsToMatch()).toBe(1)
  })
})
