import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningService } from '@bullring/server/run-service'
import type { FaultyNode } from '@bullring/stack/testing/faulty-node'
import { startFaultyNode } from '@bullring/stack/testing/faulty-node'
import type { Fault } from '@bullring/stack/testing/node-faults'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { LAG_GRACE_MS } from '../indexer/sync.ts'
import { playRound, settleAndClaim } from '../testing/chain/play-rounds.ts'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain } from '../testing/chain/start-test-chain.ts'
import {
  expectEqualToRebuild,
  readIndex,
  waitUntilIndexed,
} from '../testing/database/compare-index.ts'
import { expectSameAsRebuilt, UNREACHABLE_BLOCKS } from '../testing/database/compare-tables.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { startGameService } from '../testing/start-game-service.ts'

let chain: TestChain
let node: FaultyNode
let database: TestDatabase
let game: RunningService
let epoch = 0

const FAULT_MS = 500

/** `npm test` takes one fault of each kind; the others differ in what the node sends, not in what the index does. */
const fewOrAll = (few: readonly Fault[], others: readonly Fault[]) =>
  inject('isDeep') ? [...few, ...others] : few

beforeAll(async () => {
  chain = await startTestChain()
  node = await startFaultyNode(chain.rpcUrl)
  database = await createTestDatabase(inject('postgresUrl'))
  const faulty = { RPC_URL: node.url }
  game = await startGameService(chain, database.url, faulty, { rpcTimeoutMs: 1_000 })
})

afterAll(async () => {
  await node.setFault(null)
  await game.stop()
  await node.close()
  await database.drop()
  await chain.stop()
})

async function play(rounds: number): Promise<void> {
  for (let count = 0; count < rounds; count += 1) {
    epoch += 1
    await playRound(chain, epoch)
    await settleAndClaim(chain, epoch)
  }
}

describe('the index', () => {
  test.each(
    fewOrAll(
      [
        'cuts a body short',
        'returns a wrong block hash',
        'is busy and sets Retry-After',
        'is behind the head',
        'returns each log twice',
      ],
      [
        'responds with a gateway error page',
        'returns no logs at first',
        'is busy and sets Retry-After to an hour',
        'stops in the middle of a body',
        'never responds',
        'limits a batch to 3 calls',
        'dates logs 1970',
        'dates logs in milliseconds',
        'returns logs in reverse',
        'returns nulls',
        'fails every other oracle round',
      ],
    ),
  )('equals a rebuild after a node that %s', async (fault) => {
    await node.setFault(fault)
    await play(2)
    await sleep(FAULT_MS)
    await expect.poll(() => node.faultCount()).toBeGreaterThan(0)
    await play(1)
    await node.setFault(null)
    const { bets } = await expectEqualToRebuild(chain, database.db)
    expect(bets).toHaveLength(epoch * 4)
  })

  test('detects hidden bets and reads them once the node returns them', async () => {
    const ready = async () => (await fetch(`${game.url}/readyz`)).json()
    const indexed = async () => (await readIndex(database.db)).bets.length
    await expectEqualToRebuild(chain, database.db)
    await node.setFault('hides bets')
    const before = await indexed()
    await play(2)
    await expect.poll(ready).toMatchObject({ detail: 'Down: audit.' })
    await expect.poll(indexed).toBe(before + 4)
    // It continues and keeps its rows.
    await play(1)
    await expect.poll(indexed).toBe(before + 6)

    await node.setFault(null)
    await expect.poll(ready).toMatchObject({ components: { audit: 'up' } })
    const { bets } = await expectEqualToRebuild(chain, database.db)
    expect(bets).toHaveLength(epoch * 4)
  })

  test('undoes nothing while a node is behind for less than three seconds', async () => {
    await play(1)
    await expectEqualToRebuild(chain, database.db)
    const before = await readIndex(database.db)
    await node.setFault('is behind the head')
    const untilMs = performance.now() + LAG_GRACE_MS
    await chain.mine(3)
    for (let look = 0; look < 20; look += 1) {
      await sleep(50)
      const { bets } = await readIndex(database.db)
      // On a busy machine these looks may take longer than the service waits.
      if (performance.now() >= untilMs) break
      expect(bets).toHaveLength(before.bets.length)
    }
    await node.setFault(null)
    await expectEqualToRebuild(chain, database.db)
  })
})

describe('a restarted service', () => {
  test.each(
    fewOrAll(
      ['returns some of the logs'],
      [
        'hides all but bets',
        'lacks every other oracle round',
        'returns logs with half of their data',
      ],
    ),
  )('leaves nothing behind of a node that %s', async (fault) => {
    const fresh = await createTestDatabase(inject('postgresUrl'))
    onTestFinished(() => fresh.drop())
    const start = () => startGameService(chain, fresh.url, { RPC_URL: node.url })
    const first = await start()
    await node.setFault(fault)
    await play(3)
    await waitUntilIndexed(chain, fresh.db)
    await first.stop()
    await node.setFault(null)
    const second = await start()
    onTestFinished(() => second.stop())
    await chain.mine(UNREACHABLE_BLOCKS)
    await expectSameAsRebuilt(chain, fresh.db)
  })
})

describe('the first read of a chain', () => {
  test.each(
    fewOrAll(
      ['limits a batch to 3 calls', 'returns no logs of the first range once'],
      [
        'refuses ranges with a status',
        'dates logs 1970',
        'dates logs in milliseconds',
        'returns each log twice',
        'returns logs in reverse',
        'fails every other oracle round',
      ],
    ),
  )('equals a rebuild with a node that %s', async (fault) => {
    await play(1)
    const fresh = await createTestDatabase(inject('postgresUrl'))
    onTestFinished(() => fresh.drop())
    await node.setFault(fault)
    const starting = startGameService(chain, fresh.url, { RPC_URL: node.url })
    await expect.poll(() => node.faultCount()).toBeGreaterThan(0)
    // A node that never replies to some calls would keep the index from its end.
    if (fault === 'fails every other oracle round') await node.setFault(null)
    const started = await starting
    onTestFinished(() => started.stop())
    const { bets } = await expectEqualToRebuild(chain, fresh.db)
    expect(bets).toHaveLength(epoch * 4)
  })
})

test('a second node takes over from one that fails', async () => {
  const fresh = await createTestDatabase(inject('postgresUrl'))
  onTestFinished(() => fresh.drop())
  await node.setFault('responds with a gateway error page')
  const both = { RPC_URL: `http://127.0.0.1:9,${node.url},${chain.rpcUrl}` }
  const started = await startGameService(chain, fresh.url, both, { rpcTimeoutMs: 1_000 })
  onTestFinished(() => started.stop())
  await play(1)
  await expectEqualToRebuild(chain, fresh.db)
  await node.setFault(null)
})
