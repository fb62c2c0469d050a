import { LeaderboardResponse } from '@bullring/game-api/leaderboard'
import { ReferCodeResponse } from '@bullring/game-api/refer-code'
import { TradeStats } from '@bullring/game-api/trade-stats'
import type { RunningService } from '@bullring/server/run-service'
import { parse } from '@bullring/wire/parse'
import type { Address } from 'viem'
import { parseEther } from 'viem'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import type { TestChain } from '../testing/chain/start-test-chain.ts'
import { startTestChain } from '../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../testing/database/create-test-database.ts'
import { createTestDatabase } from '../testing/database/create-test-database.ts'
import { post, startGameService } from '../testing/start-game-service.ts'

const USD = 100_000_000n
const PHASE = 1n << 64n

let chain: TestChain
let database: TestDatabase
let game: RunningService
let alice: Address
let bob: Address

beforeAll(async () => {
  chain = await startTestChain()
  alice = chain.traders[0] ?? '0x'
  bob = chain.traders[1] ?? '0x'
  database = await createTestDatabase(inject('postgresUrl'))
  const { push, bet, schedule } = chain
  await push(599n * USD, schedule.genesisTimestamp + 100)
  await bet(alice, 1, 'bull', parseEther('2'))
  await bet(bob, 1, 'bear', parseEther('1'))
  await push(600n * USD, schedule.genesisTimestamp + 300)
  await push(610n * USD, schedule.genesisTimestamp + 600)
  game = await startGameService(chain, database.url)
})

afterAll(async () => {
  await game.stop()
  await database.drop()
  await chain.stop()
})

async function stats(account: Address) {
  const response = await post(game, '/api/trade-stats', { user_address: account })
  return parse(TradeStats, await response.json())
}

test('statistics and leaderboard follow a settlement, and a reorg that undoes it', async () => {
  expect((await stats(alice)).total_rounds).toBe(0)
  await chain.settle(1, PHASE + 2n)
  await chain.settle(2, PHASE + 3n)
  await expect
    .poll(() => stats(alice), { interval: 20, timeout: 60_000 })
    .toMatchObject({
      won_rounds: 1,
      win_percent: 100,
      net_results: '0.91',
      best_round_epoch: 1,
      best_round_multiplier: 1.455,
    })
  expect(await stats(bob)).toMatchObject({ lost_rounds: 1, net_results: '-1', total_lost: '1' })
  const response = await post(game, '/api/leaderboard', {})
  expect(parse(LeaderboardResponse, await response.json())).toMatchObject([
    { rank: 1, user_address: alice, net_results: '0.91' },
    { rank: 2, user_address: bob, net_results: '-1' },
  ])
  await chain.rpc('anvil_reorg', [1, []])
  await chain.mine(1)
  await expect
    .poll(() => stats(alice), { interval: 20, timeout: 60_000 })
    .toMatchObject({ total_rounds: 0, net_results: '0', best_round_epoch: null })
})

test('referrals survive a rebuild of the index', async () => {
  const code = async (account: Address) => {
    const response = await post(game, '/api/refer-code', { user_address: account })
    return parse(ReferCodeResponse, await response.json())
  }
  const { refer_code: referCode } = await code(alice)
  const recorded = await post(game, '/api/create_refer', {
    refer_code: referCode,
    user_address: bob,
  })
  expect(recorded.status).toBe(200)
  await game.stop()
  // A different start block rebuilds the index.
  const startBlock = `${Math.max(chain.market.startBlock - 1, 0)}`
  game = await startGameService(chain, database.url, { START_BLOCK: startBlock })
  expect(await code(alice)).toEqual({ refer_code: referCode, referred: 1, proven: 0 })
})
