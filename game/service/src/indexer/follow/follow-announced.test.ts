import { toEpoch } from '@bullring/prediction/units'
import fc from 'fast-check'
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { WindowStarts } from '../../market/windows.ts'
import { FakeChain } from '../../testing/chain/fake-chain.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { storedRows } from '../../testing/database/stored-rows.ts'
import { TEST_MARKET } from '../../testing/database/test-market.ts'
import { applyLog } from '../read/apply-log.ts'
import type { Block } from '../read/chain-source.ts'
import { newSyncMemory, syncStep } from '../sync.ts'
import type { SyncDeps } from '../sync-deps.ts'
import { createIndexStore } from '../write/index-store.ts'
import { rebuildIndex } from '../write/open-index.ts'
import { followAnnounced } from './follow-announced.ts'

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})

afterAll(() => database.drop())

/** A chain of `blocks` blocks, and its complete index. */
async function indexedChain(blocks: number, windowStarts = (): WindowStarts => ({})) {
  const chain = new FakeChain()
  chain.mine(blocks)
  const store = createIndexStore(database.db)
  const rebuild = () => rebuildIndex({ chain: chain.source, store }, TEST_MARKET)
  const heads: number[] = []
  const deps: SyncDeps = {
    chain: chain.source,
    store,
    applyLog,
    rebuild,
    nowMs: () => 0,
    windowStarts: () => Promise.resolve(windowStarts()),
    onBlock: ({ number }) => heads.push(number),
    onReorg: () => undefined,
    onNodeLag: () => undefined,
    log: pino({ level: 'silent' }),
  }
  const memory = newSyncMemory()
  await rebuild()
  /** Like the loop: retries failed steps until there is nothing left to do. */
  const catchUp = async () => {
    for (let failures = 0; failures < 50; ) {
      try {
        if (!(await syncStep(deps, memory, new AbortController().signal))) return
      } catch {
        memory.tip = null
        failures += 1
      }
    }
    throw new Error('the index never caught up')
  }
  await catchUp()
  return { chain, heads, memory, catchUp, follow: (b: Block) => followAnnounced(deps, memory, b) }
}

const newestOf = (chain: FakeChain) => chain.blocks().at(-1) as Block

async function expectEqualToChain(chain: FakeChain) {
  expect(await storedRows(database.db)).toEqual(chain.expectedRows())
  const rows = await database.db.selectFrom('oracle_rounds').select('price').execute()
  expect(rows).toHaveLength(chain.expectedPrices().length)
}

describe('followAnnounced', () => {
  test('adds announced blocks one after another, without a request for the newest block', async () => {
    const { chain, heads, follow } = await indexedChain(10)
    for (let block = 0; block < 10; block += 1) {
      chain.mine(1)
      const requests: number[] = []
      chain.interrupt(Array.from({ length: 10 }, () => () => requests.push(1)))
      expect(await follow(newestOf(chain))).toBe(true)
      // Its header, its logs, the oracle's newest id and perhaps that answer; empty logs twice.
      expect(requests.length).toBeLessThanOrEqual(4)
      chain.interrupt([])
    }
    expect(heads.slice(-10)).toEqual(Array.from({ length: 10 }, (_, index) => 11 + index))
    await expectEqualToChain(chain)
  })

  test('moves a window block by block until it starts where it should', async () => {
    let starts: WindowStarts = {}
    const { chain, follow } = await indexedChain(10, () => starts)
    const pool = { epoch: 1_000, bull_amount: 1n, bear_amount: 1n }
    await database.db.insertInto('pools').values(pool).execute()
    starts = { month: toEpoch(1) }
    const reached: number[] = []
    for (let block = 0; block < 6; block += 1) {
      chain.mine(1)
      expect(await follow(newestOf(chain))).toBe(true)
      const { rows } = await sql<{ epoch: number }>`
        select from_epoch as epoch from standing_spans where span = 'month'`.execute(database.db)
      reached.push(...rows.map(({ epoch }) => epoch))
    }
    expect(reached).toEqual([701, 401, 101, 1, 1, 1])
    await database.db.deleteFrom('pools').where('epoch', '=', 1_000).execute()
  })

  test.each<[string, (block: Block, before: Block) => Block]>([
    ['the hash', (block) => ({ ...block, hash: `0x${'77'.repeat(32)}` })],
    ['the time', (block) => ({ ...block, timestamp: (block.timestamp + 9) as never })],
    ['whether it has logs', (block) => ({ ...block, mayHaveLogs: !block.mayHaveLogs })],
    ['the number', (block) => ({ ...block, number: block.number + 1 })],
    ['the parent', (block) => ({ ...block, parentHash: `0x${'77'.repeat(32)}` })],
    ['that it follows the head', (block, before) => ({ ...before, parentHash: block.parentHash })],
  ])('changes nothing after an announcement that is untrue in %s', async (_, falsify) => {
    const { chain, follow, catchUp } = await indexedChain(10)
    const before = await storedRows(database.db)
    chain.mine(1)
    const [parent, block] = chain.blocks().slice(-2) as readonly Block[] as [Block, Block]
    expect(await follow(falsify(block, parent))).toBe(false)
    expect(await storedRows(database.db)).toEqual(before)
    await catchUp()
    await expectEqualToChain(chain)
  })

  test('changes nothing while the node lacks the announced block', async () => {
    const { chain, follow } = await indexedChain(10)
    chain.mine(1)
    const block = newestOf(chain)
    const dropped = chain.truncate(1)
    expect(await follow(block)).toBe(false)
    chain.append(dropped)
    expect(await follow(block)).toBe(true)
    await expectEqualToChain(chain)
  })

  test('leaves reorgs to an ordinary step', async () => {
    const { chain, follow, catchUp } = await indexedChain(80)
    chain.reorg(64)
    chain.mine(65)
    expect(await follow(newestOf(chain))).toBe(false)
    await catchUp()
    chain.mine(1)
    expect(await follow(newestOf(chain))).toBe(true)
    await expectEqualToChain(chain)
  })

  const change = fc.oneof(
    { weight: 4, arbitrary: fc.constant({ kind: 'mine' as const, size: 1 }) },
    fc.record({ kind: fc.constant('reorg' as const), size: fc.integer({ min: 1, max: 64 }) }),
  )
  const moves = fc.array(
    fc.record({ change, during: fc.array(fc.option(change, { freq: 3 }), { maxLength: 4 }) }),
    { minLength: 5, maxLength: 15 },
  )

  test('property: the tables equal the chain, however it changes around announcements', async () => {
    await fc.assert(
      fc.asyncProperty(moves, async (list) => {
        const { chain, follow, memory, catchUp } = await indexedChain(5)
        const apply = ({ kind, size }: { kind: 'mine' | 'reorg'; size: number }) => {
          if (kind === 'reorg') chain.reorg(size)
          chain.mine(kind === 'reorg' ? size + 1 : size)
        }
        for (const move of list) {
          apply(move.change)
          chain.interrupt(move.during.map((event) => () => event && apply(event)))
          const isAdded = await follow(newestOf(chain)).catch(() => {
            memory.tip = null
            return false
          })
          if (!isAdded) await catchUp()
        }
        chain.interrupt([])
        chain.mine(1)
        await catchUp()
        await expectEqualToChain(chain)
      }),
      { numRuns: inject('isDeep') ? 60 : 6 },
    )
  })
})
