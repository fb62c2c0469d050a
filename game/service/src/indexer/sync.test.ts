import type { ConnectionPool } from '@bullring/server/db/open-database'
import { openPool } from '@bullring/server/db/open-database'
import fc from 'fast-check'
import { pino } from 'pino'
import { HttpRequestError, ResponseBodyTooLargeError, RpcRequestError, TimeoutError } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { FakeChain } from '../testing/chain/fake-chain.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { storedRows } from '../testing/database/stored-rows.ts'
import { TEST_MARKET } from '../testing/database/test-market.ts'
import { ChainMovedError, IndexMovedError } from './errors.ts'
import { FOLLOW_DEPTH } from './follow/plan-step.ts'
import { applyLog, noRows } from './read/apply-log.ts'
import type { ChainSource } from './read/chain-source.ts'
import { LAG_GRACE_MS, newSyncMemory, syncStep } from './sync.ts'
import type { SyncDeps } from './sync-deps.ts'
import { createIndexStore } from './write/index-store.ts'
import { rebuildIndex } from './write/open-index.ts'

let database: TestDatabase
let pool: ConnectionPool
let writer: ConnectionPool

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
  const options = { url: database.url, applicationName: 'test', onIdleError: () => undefined }
  pool = openPool(options)
  writer = openPool({ ...options, isPipelined: true, maxConnections: 1 })
})

afterAll(async () => {
  await Promise.all([pool.end(), writer.end()])
  await database.drop()
})

async function startIndex(chain: FakeChain, source: ChainSource = chain.source) {
  const store = createIndexStore(database.db, { pool, writer })
  let nowMs = 0
  let rebuilds = 0
  const memory = newSyncMemory()
  const lags: number[] = []
  const lines: string[] = []
  const deps: SyncDeps = {
    chain: source,
    store,
    applyLog,
    rebuild: () => {
      rebuilds += 1
      return rebuildIndex({ chain: chain.source, store }, TEST_MARKET as never)
    },
    windowStarts: () => Promise.resolve({}),
    onBlock: () => undefined,
    onReorg: () => undefined,
    onNodeLag: (blocks) => lags.push(blocks),
    nowMs: () => nowMs,
    log: pino({ base: null }, { write: (line) => lines.push(JSON.parse(line).msg) }),
  }
  await rebuildIndex({ chain: chain.source, store }, TEST_MARKET as never)
  const step = () => syncStep(deps, memory, new AbortController().signal)
  return {
    store,
    memory,
    step,
    lags,
    lines,
    rebuilds: () => rebuilds,
    passTime: (ms: number) => {
      nowMs += ms
    },
    /** Like the loop: retries failed steps until there is nothing left to do. */
    catchUp: async () => {
      for (let failures = 0; failures < 50; ) {
        try {
          if (!(await step())) return
        } catch {
          failures += 1
        }
      }
      throw new Error('the index never caught up')
    },
  }
}

/** A chain of `blocks` blocks, and its complete index. */
async function indexedChain(blocks: number) {
  const chain = new FakeChain()
  chain.mine(blocks)
  const index = await startIndex(chain)
  await index.catchUp()
  return { chain, index }
}

async function storedPrices() {
  const rows = await database.db
    .selectFrom('oracle_rounds')
    .select(['round_id', 'price'])
    .orderBy('round_id')
    .execute()
  return rows.map((row) => [row.round_id, row.price])
}

async function expectEqualToChain(chain: FakeChain) {
  expect(await storedRows(database.db)).toEqual(chain.expectedRows())
  expect(await storedPrices()).toEqual(chain.expectedPrices())
}

describe('syncStep', () => {
  test('reads old blocks in ranges and new ones one by one, up to the head', async () => {
    const { chain, index } = await indexedChain(300)
    await expectEqualToChain(chain)
    const [head] = await index.store.newestBlocks(1)
    expect(head?.hash).toBe(chain.blocks().at(-1)?.hash)
    expect(index.rebuilds()).toBe(0)
  })

  test.each([1, 5, 60, 64])('undoes a reorg of %i blocks without a rebuild', async (depth) => {
    const { chain, index } = await indexedChain(200)
    chain.reorg(depth)
    chain.mine(depth + 2)
    await index.catchUp()
    await expectEqualToChain(chain)
    expect(index.rebuilds()).toBe(0)
  })

  test('undoes a reorg to a chain that is still shorter', async () => {
    const { chain, index } = await indexedChain(100)
    chain.reorg(30)
    chain.mine(10)
    await index.catchUp()
    await expectEqualToChain(chain)
    expect(index.rebuilds()).toBe(0)
  })

  test('rebuilds when a reorg is deeper than the kept blocks', async () => {
    const { chain, index } = await indexedChain(400)
    chain.reorg(350)
    chain.mine(360)
    await index.catchUp()
    await expectEqualToChain(chain)
    expect(index.rebuilds()).toBe(1)
  })

  test.each([30, 400])('rebuilds when a chain of %i blocks was recreated', async (blocks) => {
    const { chain, index } = await indexedChain(blocks)
    chain.reset()
    chain.mine(10)
    await index.catchUp()
    await expectEqualToChain(chain)
    expect(index.rebuilds()).toBe(1)
  })

  test.each([5, 250, 395])('waits for a node that lacks the newest %i blocks', async (count) => {
    const { chain, index } = await indexedChain(400)
    const before = await storedRows(database.db)
    const dropped = chain.truncate(count)
    await index.catchUp()
    index.passTime(LAG_GRACE_MS)
    await index.catchUp()
    expect(await storedRows(database.db)).toEqual(before)
    expect(index.lags.at(-1)).toBe(count)
    chain.append(dropped)
    chain.mine(3)
    await index.catchUp()
    await expectEqualToChain(chain)
    expect([index.lags.at(-1), index.rebuilds()]).toEqual([0, 0])
    expect(index.lines).toEqual([
      'node is behind the index, waiting',
      'node has caught up with the index',
    ])
  })

  test('drops blocks of a shorter chain once it has others in their place', async () => {
    const { chain, index } = await indexedChain(20)
    const before = await storedRows(database.db)
    chain.truncate(5)
    chain.mine(1)
    await index.catchUp()
    await expectEqualToChain(chain)
    expect(before.bets.length).toBeGreaterThan((await storedRows(database.db)).bets.length)
    expect(index.rebuilds()).toBe(0)
  })

  test('keeps the index when a node contradicts all of it only once', async () => {
    const { chain, index } = await indexedChain(100)
    const before = await storedRows(database.db)
    const dropped = chain.truncate(100)
    chain.mine(100)
    await index.step()
    chain.truncate(100)
    chain.append(dropped)
    await index.catchUp()
    expect(await storedRows(database.db)).toEqual(before)
    expect(index.rebuilds()).toBe(0)
  })

  test.each([
    new RpcRequestError({ body: {}, error: { code: -32_005, message: 'limit' }, url: '' }),
    new ResponseBodyTooLargeError({ maxSize: 10, size: 11 }),
    new HttpRequestError({ status: 413, url: '' }),
    new TimeoutError({ body: {}, url: '' }),
    new HttpRequestError({ url: '', cause: new DOMException('late', 'TimeoutError') }),
  ])('reads smaller ranges at once after $name', async (refusal) => {
    const chain = new FakeChain()
    chain.mine(1_000)
    const { source } = chain
    const refused: number[] = []
    const logsInRange: ChainSource['logsInRange'] = (from, to) => {
      if (to - from < 150) return source.logsInRange(from, to)
      refused.push(to - from + 1)
      throw refusal
    }
    const index = await startIndex(chain, { ...source, logsInRange })
    await index.step()
    expect((await index.store.newestBlocks(1))[0]?.number).toBe(1_000 - FOLLOW_DEPTH)
    expect(refused.length).toBeGreaterThan(0)
    // The size that was refused is not tried again.
    expect(refused.length).toBeLessThan(6)
    await index.catchUp()
    await expectEqualToChain(chain)
  })

  test('error: keeps the ranges before one that failed, and continues after them', async () => {
    const chain = new FakeChain()
    chain.mine(1_000)
    const { source } = chain
    let failures = 0
    const logsInRange: ChainSource['logsInRange'] = (from, to) => {
      if (to < 500 || failures > 0) return source.logsInRange(from, to)
      failures += 1
      throw new Error('no connection')
    }
    const index = await startIndex(chain, { ...source, logsInRange })
    await expect(index.step()).rejects.toThrow('no connection')
    const [head] = await index.store.newestBlocks(1)
    expect(head?.number).toBeGreaterThanOrEqual(100)
    expect(head?.number).toBeLessThan(500)
    await index.catchUp()
    await expectEqualToChain(chain)
  })

  test('error: does not continue with a range of another chain', async () => {
    const chain = new FakeChain()
    chain.mine(1_000)
    const { source } = chain
    let reorgs = 0
    const blockAt: ChainSource['blockAt'] = (number) => {
      if (number > 100 && reorgs === 0) {
        reorgs += 1
        chain.reorg(950)
        chain.mine(960)
      }
      return source.blockAt(number)
    }
    const index = await startIndex(chain, { ...source, blockAt })
    await expect(index.step()).rejects.toThrow(ChainMovedError)
    expect((await index.store.newestBlocks(1))[0]?.number).toBe(100)
    await index.catchUp()
    await expectEqualToChain(chain)
  })

  test('error: changes nothing when another process has moved the index', async () => {
    const chain = new FakeChain()
    chain.mine(10)
    const index = await startIndex(chain)
    const [base] = await index.store.newestBlocks(1)
    await index.catchUp()
    const before = await storedRows(database.db)
    const step = {
      from: base as never,
      ancestor: 0,
      blocks: chain.blocks().slice(1, 3),
      rows: noRows(),
      oracleRounds: [],
      windowStarts: {},
    }
    await expect(index.store.apply(step)).rejects.toThrow(IndexMovedError)
    expect(await storedRows(database.db)).toEqual(before)
  })

  const change = fc.oneof(
    fc.record({ kind: fc.constant('mine' as const), size: fc.integer({ min: 1, max: 90 }) }),
    fc.record({ kind: fc.constant('reorg' as const), size: fc.integer({ min: 1, max: 90 }) }),
  )
  const moves = fc.array(
    fc.record({ change, during: fc.array(fc.option(change, { freq: 3 }), { maxLength: 12 }) }),
    { minLength: 1, maxLength: 6 },
  )

  test('property: the tables equal a rebuild, however the chain changes while it is read', async () => {
    await fc.assert(
      fc.asyncProperty(moves, async (list) => {
        const chain = new FakeChain()
        const index = await startIndex(chain)
        const apply = ({ kind, size }: { kind: 'mine' | 'reorg'; size: number }) => {
          if (kind === 'reorg') chain.reorg(size)
          chain.mine(kind === 'reorg' ? size + 1 : size)
        }
        for (const move of list) {
          apply(move.change)
          chain.interrupt(move.during.map((event) => () => event && apply(event)))
          await index.catchUp()
        }
        chain.interrupt([])
        chain.mine(1)
        await index.catchUp()
        await expectEqualToChain(chain)
      }),
      // Each run plays hundreds of blocks; TEST_DEEP=1 tries more of them.
      { numRuns: inject('isDeep') ? 60 : 8 },
    )
  })
})
