import { TradesByUserResponse } from '@bullring/game-api/trades-by-user'
import type { RunningService } from '@bullring/server/run-service'
import { parse } from '@bullring/wire/parse'
import type { Address } from 'viem'
import { parseEther } from 'viem'
import { afterAll, beforeAll, beforeEach, describe, expect, inject, test } from 'vitest'
import type { TestChain } from '../../testing/chain/start-test-chain.ts'
import { startTestChain } from '../../testing/chain/start-test-chain.ts'
import {
  expectEqualToRebuild,
  readIndex,
  waitUntilIndexed,
} from '../../testing/database/compare-index.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { post, startGameService } from '../../testing/start-game-service.ts'

const USD = 100_000_000n
const PHASE = 1n << 64n

let chain: TestChain
let database: TestDatabase
let game: RunningService
let alice: Address
let bob: Address
let snapshot: unknown

beforeAll(async () => {
  chain = await startTestChain()
  alice = chain.traders[0] ?? '0x'
  bob = chain.traders[1] ?? '0x'
  const { push, bet, schedule } = chain
  const start = schedule.genesisTimestamp
  await push(599n * USD, start + 100)
  await bet(alice, 1, 'bull', parseEther('2'))
  await bet(bob, 1, 'bear', parseEther('1'))
  await push(600n * USD, start + 300)
  await push(610n * USD, start + 600)
  await chain.mine(70)
  snapshot = await chain.rpc('evm_snapshot')
})

beforeEach(async () => {
  await chain.rpc('evm_revert', [snapshot])
  snapshot = await chain.rpc('evm_snapshot')
  database = await createTestDatabase(inject('postgresUrl'))
  game = await startGameService(chain, database.url)
  return async () => {
    await game.stop()
    await database.drop()
  }
})

afterAll(() => chain.stop())

/** Settles round 1, claims, and bets in round 3: one log of each kind. */
async function playOn() {
  await chain.settle(1, PHASE + 2n)
  await chain.settle(2, PHASE + 3n)
  await chain.claim(alice, [1])
  await chain.bet(bob, 3, 'bull', parseEther('1'))
  await chain.push(620n * USD, chain.schedule.genesisTimestamp + 700)
}

describe('the running service', () => {
  test.each([
    ['a few blocks', 0, 6],
    ['64 blocks', 59, 64],
  ])('undoes bets, claims, settlements and prices with %s', async (_, empty, depth) => {
    await playOn()
    await chain.mine(empty)
    await waitUntilIndexed(chain, database.db)
    const before = await readIndex(database.db)
    expect([before.bets.length, before.claims.length, before.strikes.length]).toEqual([3, 1, 2])
    expect(before.prices).toHaveLength(4)

    await chain.rpc('anvil_reorg', [depth, []])
    await chain.mine(1)
    await expectEqualToRebuild(chain, database.db)
    const after = await readIndex(database.db)
    expect([after.bets.length, after.claims.length, after.strikes.length]).toEqual([2, 0, 0])
    expect(after.prices).toHaveLength(3)
  })

  test('follows the other branch', async () => {
    await playOn()
    await waitUntilIndexed(chain, database.db)
    await chain.rpc('anvil_reorg', [5, []])
    await chain.bet(alice, 3, 'bear', parseEther('4'))
    await chain.settle(1, PHASE + 2n)
    await expectEqualToRebuild(chain, database.db)
    const response = await post(game, '/api/trades-by-user', { user_address: alice })
    const trades = parse(TradesByUserResponse, await response.json())
    expect(trades.map((trade) => [trade.epoch, trade.bear_amount])).toEqual([
      [3, '4'],
      [1, '1'],
    ])
  })

  test('resumes where it stopped', async () => {
    await game.stop()
    await playOn()
    await chain.mine(80)
    game = await startGameService(chain, database.url)
    await expectEqualToRebuild(chain, database.db)
  })

  test.each([
    ['its last blocks', 0, 5],
    ['64 blocks', 59, 64],
  ])('detects after a restart that %s are gone', async (_, empty, depth) => {
    await playOn()
    await chain.mine(empty)
    await waitUntilIndexed(chain, database.db)
    await game.stop()
    expect((await readIndex(database.db)).strikes).toHaveLength(2)
    await chain.rpc('anvil_reorg', [depth, []])
    await chain.bet(alice, 3, 'bear', parseEther('4'))
    game = await startGameService(chain, database.url)
    const after = await expectEqualToRebuild(chain, database.db)
    expect([after.bets.length, after.claims.length, after.strikes.length]).toEqual([3, 0, 0])
  })

  test('shares its database with a second service', async () => {
    const other = await startGameService(chain, database.url)
    await playOn()
    await chain.rpc('anvil_reorg', [3, []])
    await chain.mine(3)
    await expectEqualToRebuild(chain, database.db)
    await other.stop()
  })
})
