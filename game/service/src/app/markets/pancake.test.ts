import { AppConfig } from '@bullring/game-api/config'
import { CurrentEpochResponse } from '@bullring/game-api/current-epoch'
import { LeaderboardResponse } from '@bullring/game-api/leaderboard'
import { Round } from '@bullring/game-api/round'
import { TokenPricesResponse } from '@bullring/game-api/token-prices'
import { TradeStats } from '@bullring/game-api/trade-stats'
import { TradesByUserResponse } from '@bullring/game-api/trades-by-user'
import type { RunningService } from '@bullring/server/run-service'
import { parse } from '@bullring/wire/parse'
import type { Address } from 'viem'
import { formatEther, formatUnits, getAddress, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type * as z from 'zod/mini'
import type { PancakeChain } from '../../testing/chain/start-pancake-chain.ts'
import { startPancakeChain } from '../../testing/chain/start-pancake-chain.ts'
import {
  expectEqualToRebuild,
  readIndex,
  waitUntilIndexed,
} from '../../testing/database/compare-index.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { get, post, startGameService } from '../../testing/start-game-service.ts'

const USD = 100_000_000n
const FIRST_EPOCH_AT = 100

let chain: PancakeChain
let database: TestDatabase
let game: RunningService
let alice: Address
let bob: Address
let carol: Address

beforeAll(async () => {
  chain = await startPancakeChain()
  ;[alice = '0x', bob = '0x', carol = '0x'] = chain.traders
  database = await createTestDatabase(inject('postgresUrl'))
  game = await startGameService(chain, database.url)
})

afterAll(async () => {
  await game.stop()
  await database.drop()
  await chain.stop()
})

const at = (second: number) => chain.schedule.genesisTimestamp + second

async function query<schema extends z.ZodMiniType>(path: string, schema: schema, body: object) {
  const response = await post(game, path, body)
  expect(response.status).toBe(200)
  return parse(schema, await response.json())
}

/** Moves the chain's clock without any transaction. */
async function wait(second: number) {
  await chain.at(at(second))
  await chain.mine()
}

const price = (value: bigint) => (value === 0n ? null : formatUnits(value, 8))
const oracleId = (value: bigint) => (value === 0n ? null : value.toString())

/** Reads a round from the contract, in the API's format. */
async function roundOnChain(epoch: number) {
  const round = await chain.rounds(epoch)
  const [start, lock, close] = round.times
  const hasWinner = round.isEnded && round.closePrice !== round.lockPrice
  return {
    epoch,
    start_timestamp: start,
    lock_timestamp: lock,
    close_timestamp: close,
    lock_price: price(round.lockPrice),
    close_price: price(round.closePrice),
    total_amount: formatEther(round.total),
    bull_amount: formatEther(round.bull),
    bear_amount: formatEther(round.bear),
    winner: hasWinner ? (round.closePrice > round.lockPrice ? 'up' : 'down') : null,
    lock_oracle_id: oracleId(round.lockId),
    close_oracle_id: oracleId(round.closeId),
  }
}

/** Compares the API's responses with the contract at the newest block. */
async function expectEqualToContract(newest: number) {
  await waitUntilIndexed(chain, database.db)
  expect(await (await post(game, '/api/current-epoch', {})).json()).toEqual({ epoch: newest })
  for (let epoch = 1; epoch <= newest; epoch += 1) {
    const served = await query('/api/round-info', Round, { epoch })
    expect(served).toMatchObject(await roundOnChain(epoch))
    expect(served.state === 'settled').toBe((await chain.rounds(epoch)).isEnded)
  }
  for (const trader of [alice, bob, carol]) await expectTradesOf(trader)
}

async function expectTradesOf(trader: Address) {
  for (const trade of await query('/api/trades-by-user', TradesByUserResponse, {
    user_address: trader,
  })) {
    const { epoch } = trade
    const isClaimable = await chain.isClaimable(epoch, trader)
    const isRefundable = await chain.isRefundable(epoch, trader)
    const stake = parseEther(trade.position_amount)
    const { base, reward, isEnded, closePrice, lockPrice } = await chain.rounds(epoch)
    const due = isClaimable ? (stake * reward) / base : isRefundable ? stake : 0n
    expect([epoch, trade.claim_amount]).toEqual([epoch, formatEther(due)])
    const hasWon = trade.direction === 1 ? closePrice > lockPrice : closePrice < lockPrice
    expect([epoch, trade.is_win]).toEqual([epoch, isEnded ? hasWon : null])
    const profit = isEnded && hasWon ? (stake * reward) / base - stake : 0n
    expect([epoch, trade.win_amount]).toEqual([epoch, formatEther(profit)])
  }
}

/** Pushes an oracle answer and, one second later, sends the operator's call. */
async function operate(call: Parameters<PancakeChain['operate']>[0], second: number, usd: bigint) {
  await chain.push(usd * USD, at(second - 1))
  await chain.operate(call, at(second))
}

async function bet(second: number, epoch: number, bets: [Address, 'bull' | 'bear', string][]) {
  for (const [index, [trader, position, amount]] of bets.entries()) {
    await chain.at(at(second + index))
    await chain.bet(trader, epoch, position, parseEther(amount))
  }
}

describe('a service for a PancakePredictionV2 contract', () => {
  test('reports that no round is open before the first', async () => {
    await waitUntilIndexed(chain, database.db)
    const config = parse(AppConfig, await (await get(game, '/config.json')).json())
    expect(config.markets['BNB']).toMatchObject({
      kind: 'pancake-v2',
      prediction: getAddress(chain.market.prediction),
      intervalSeconds: 300,
      settlementWindow: 30,
      strikeDelay: 0,
      maxPayoutMultiple: 0,
      nextTreasuryFee: null,
      genesisTimestamp: 0,
    })
    expect((await post(game, '/api/current-epoch', {})).status).toBe(404)
    expect((await post(game, '/api/round-info', { epoch: 1 })).status).toBe(404)
  })

  test('follows rounds that are started, locked late and ended', async () => {
    await chain.operate('genesisStartRound', at(FIRST_EPOCH_AT))
    await bet(110, 1, [
      [alice, 'bull', '2'],
      [bob, 'bear', '1'],
    ])
    await expectEqualToContract(1)
    expect(await query('/api/round-info', Round, {})).toMatchObject({
      state: 'open',
      display_type: 'next',
      bull_payout: 1.455,
    })
    await operate('genesisLockRound', 406, 600n)
    await bet(410, 2, [
      [alice, 'bull', '1'],
      [bob, 'bear', '3'],
    ])
    await expectEqualToContract(2)
    expect(await query('/api/live-round', Round, {})).toMatchObject({ epoch: 1, state: 'locked' })

    await wait(707)
    await expectEqualToContract(2)
    expect(await query('/api/live-round', Round, {})).toMatchObject({
      state: 'settling',
      display_type: 'expired',
      refund_reason: null,
    })
    await operate('executeRound', 712, 610n)
    await expectEqualToContract(3)
    expect(await query('/api/round-info', Round, { epoch: 1 })).toMatchObject({
      state: 'settled',
      winner: 'up',
    })
  })

  test('pays a tie to the house and a one-sided round to its only side, less the fee', async () => {
    await bet(720, 3, [
      [alice, 'bull', '1'],
      [carol, 'bull', '2'],
    ])
    await operate('executeRound', 1_017, 610n)
    await bet(1_020, 4, [
      [alice, 'bear', '5'],
      [bob, 'bull', '2'],
    ])
    await operate('executeRound', 1_322, 620n)
    await bet(1_330, 5, [
      [alice, 'bull', '1'],
      [bob, 'bear', '1'],
    ])
    await expectEqualToContract(5)
    const tie = await query('/api/round-info', Round, { epoch: 2 })
    expect(tie).toMatchObject({ state: 'settled', winner: null, refund_reason: null })
    const alone = await query('/api/trades-by-user', TradesByUserResponse, { user_address: carol })
    expect(alone).toMatchObject([{ epoch: 3, is_win: true, win_amount: '-0.06' }])
  })

  test('refunds both rounds of a missed window, each after its buffer', async () => {
    const states = async () =>
      (await Promise.all([4, 5].map((epoch) => query('/api/round-info', Round, { epoch })))).map(
        ({ state, refund_reason: reason }) => reason ?? state,
      )
    await wait(1_640)
    await expectEqualToContract(5)
    expect(await states()).toEqual(['settling', 'locked'])
    await wait(1_690)
    await expectEqualToContract(5)
    expect(await states()).toEqual(['no-price', 'locked'])

    await chain.operate('pause', at(1_700))
    const paused = { epoch: 5, paused_from: 1 }
    await expect.poll(() => query('/api/current-epoch', CurrentEpochResponse, {})).toEqual(paused)
    await chain.operate('setTreasuryFee', at(1_701), [500n])
    await chain.operate('setBufferAndIntervalSeconds', at(1_702), [40n, 240n])
    await chain.operate('unpause', at(1_710))
    await chain.operate('genesisStartRound', at(1_720))
    const going = { epoch: 6 }
    await expect.poll(() => query('/api/current-epoch', CurrentEpochResponse, {})).toEqual(going)
    await bet(1_730, 6, [
      [alice, 'bull', '3'],
      [bob, 'bear', '2'],
    ])
    await expectEqualToContract(6)
    // Later than the old buffer allowed, not later than the new one.
    await wait(1_954)
    await expectEqualToContract(6)
    expect(await states()).toEqual(['no-price', 'settling'])
    await operate('genesisLockRound', 1_966, 630n)
    await wait(1_990)
    await expectEqualToContract(7)
    expect(await states()).toEqual(['no-price', 'no-price'])
  })

  test('handles a round without winners, claims, refunds and a fee change', async () => {
    await bet(2_000, 7, [[bob, 'bear', '4']])
    await operate('executeRound', 2_210, 640n)
    await operate('executeRound', 2_455, 650n)
    await chain.claim(alice, [1, 4])
    await chain.claim(bob, [5])
    await chain.claim(carol, [3])
    await expectEqualToContract(9)
    const trades = await query('/api/trades-by-user', TradesByUserResponse, { user_address: alice })
    expect(trades.map(({ epoch, is_claimed }) => [epoch, is_claimed])).toEqual([
      [6, false],
      [5, false],
      [4, true],
      [3, false],
      [2, false],
      [1, true],
    ])
    const fees = await Promise.all(
      [1, 6, 9].map(
        async (epoch) => (await query('/api/round-info', Round, { epoch })).treasury_fee,
      ),
    )
    expect(fees).toEqual([300, 500, 500])
  })

  test('counts ties and rounds without winners as lost, and ignores refunds', async () => {
    const totals = await Promise.all(
      [alice, bob, carol].map((user) =>
        query('/api/trade-stats', TradeStats, { user_address: user }),
      ),
    )
    // Alice won 1, 3 and 6 and lost the tie; her stakes in 4 and 5 were refunded.
    expect(totals.map((stats) => [stats.won_rounds, stats.lost_rounds, stats.total_lost])).toEqual([
      [3, 1, '1'],
      [0, 4, '10'],
      [1, 0, '0'],
    ])
    expect(totals[0]?.total_won).toBe('2.63')
    const board = await query('/api/leaderboard', LeaderboardResponse, { window: 'day' })
    expect(board.map(({ user_address, net_results }) => [user_address, net_results])).toEqual([
      [alice, '1.63'],
      [carol, '-0.06'],
      [bob, '-10'],
    ])
  })

  test('assigns each oracle answer to the newest round', async () => {
    const points = await query('/api/token-prices', TokenPricesResponse, { limit: 30 })
    expect(points.map(({ epoch, price: usd }) => [epoch, usd])).toEqual([
      [1, '600'],
      [2, '610'],
      [3, '610'],
      [4, '620'],
      [6, '630'],
      [7, '640'],
      [8, '650'],
    ])
  })

  test('equals a rebuild, also after a reorg over a lock, an end and a start', async () => {
    const before = await expectEqualToRebuild(chain, database.db)
    expect([before.starts.length, before.locks.length, before.ends.length]).toEqual([9, 7, 5])
    // The constructor's timing, and one change.
    expect([before.rewards.length, before.timingChanges.length]).toEqual([5, 2])
    await chain.mine(10)
    await waitUntilIndexed(chain, database.db)
    // Claims, two answers and two executions: everything after the bet on round 7.
    await chain.rpc('anvil_reorg', [17, []])
    await chain.mine()
    await expectEqualToRebuild(chain, database.db)
    const after = await readIndex(database.db)
    expect([after.starts.length, after.locks.length, after.claims.length]).toEqual([7, 5, 0])
    await expectEqualToContract(7)
    expect((await post(game, '/api/round-info', { epoch: 8 })).status).toBe(404)
  })
})
