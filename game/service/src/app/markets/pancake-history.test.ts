import { LeaderboardResponse } from '@bullring/game-api/leaderboard'
import { Round } from '@bullring/game-api/round'
import { RoundsResponse } from '@bullring/game-api/rounds'
import { TradesByUserResponse } from '@bullring/game-api/trades-by-user'
import type { RunningService } from '@bullring/server/run-service'
import { Unreadiness } from '@bullring/wire/http/readiness'
import { parse } from '@bullring/wire/parse'
import { sql } from 'kysely'
import { formatEther, formatUnits, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import type { LaggingNode } from '../../testing/chain/lagging-node.ts'
import { startLaggingNode } from '../../testing/chain/lagging-node.ts'
import type { PancakeChain } from '../../testing/chain/start-pancake-chain.ts'
import { startPancakeChain } from '../../testing/chain/start-pancake-chain.ts'
import { readIndex, waitUntilIndexed } from '../../testing/database/compare-index.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { post, startGameService } from '../../testing/start-game-service.ts'

const USD = 100_000_000n
const LAG = 300

let chain: PancakeChain
let node: LaggingNode
let database: TestDatabase
let game: RunningService
let second = 0
let epoch = 0
let interval = 300
const bets = new Map<string, Set<number>>()

/** TEST_DEEP=1 plays more than a hundred rounds. */
const SERIES = inject('isDeep') ? 20 : 3
const ROUNDS_PER_SERIES = 6

beforeAll(async () => {
  chain = await startPancakeChain()
  for (let series = 0; series < SERIES; series += 1) await playSeries(series)
  await chain.mine(LAG)
  node = await startLaggingNode(chain.rpcUrl)
  database = await createTestDatabase(inject('postgresUrl'))
  game = await start()
}, 600_000)

afterAll(async () => {
  await game.stop()
  await node.close()
  await database.drop()
  await chain.stop()
})

const start = () => startGameService(chain, database.url, { RPC_URL: node.url })

async function operate(
  call: Parameters<PancakeChain['operate']>[0],
  args: readonly unknown[] = [],
) {
  second += 1
  await chain.operate(call, chain.schedule.genesisTimestamp + second, args)
}

/** Both sides, one side or none; every third round bets come from fewer accounts. */
async function betOn(round: number) {
  const traders = chain.traders.slice(0, 3)
  for (const [index, trader] of traders.entries()) {
    if (round % 5 === 4 || (round % 3 === 2 && index > 0)) continue
    second += 1
    await chain.at(chain.schedule.genesisTimestamp + second)
    const position = (round + index) % 2 === 0 ? 'bull' : 'bear'
    await chain.bet(
      trader,
      round,
      position,
      parseEther(`${0.1 * (index + 1) + 0.013 * round}`.slice(0, 8)),
    )
    bets.set(trader, (bets.get(trader) ?? new Set()).add(round))
  }
}

/** Ties every fourth round. */
async function pushPrice(round: number) {
  second += 1
  const price = 600n + BigInt(Math.floor(round / 2) % 7)
  await chain.push(price * USD, chain.schedule.genesisTimestamp + second)
}

/** Plays rounds until the operator misses a call, then changes the terms. */
async function playSeries(series: number) {
  await operate('genesisStartRound')
  epoch += 1
  for (let round = 0; round < ROUNDS_PER_SERIES; round += 1) {
    const startedAt = second
    await betOn(epoch)
    second = startedAt + interval
    await pushPrice(epoch)
    await operate(round === 0 ? 'genesisLockRound' : 'executeRound')
    epoch += 1
  }
  await betOn(epoch)
  second += 3 * interval
  await operate('pause')
  await operate('setTreasuryFee', [BigInt(100 + ((series * 137) % 900))])
  interval = 240 + 30 * (series % 3)
  await operate('setBufferAndIntervalSeconds', [BigInt(20 + (series % 4) * 15), BigInt(interval)])
  if (series % 2 === 1) {
    await operate('setOracle', [await chain.deployFeed(590n * USD)])
    await operate('setOracle', [chain.market.oracle])
  }
  await operate('unpause')
}

const price = (value: bigint) => (value === 0n ? null : formatUnits(value, 8))

async function roundOf(number: number): Promise<Round> {
  return parse(Round, await (await post(game, '/api/round-info', { epoch: number })).json())
}

/** Compares every round and every bet with the contract; returns how many were compared. */
async function compareWithContract(): Promise<number> {
  let count = 0
  const newest = await (await post(game, '/api/current-epoch', {})).json()
  expect(newest).toEqual({ epoch })
  for (let number = 1; number <= epoch; number += 1) {
    const { times, lockPrice, closePrice, total, bull, bear, base, reward, isEnded } =
      await chain.rounds(number)
    const round = await roundOf(number)
    expect(round).toMatchObject({
      start_timestamp: times[0],
      lock_timestamp: times[1],
      close_timestamp: times[2],
      lock_price: price(lockPrice),
      close_price: price(closePrice),
      total_amount: formatEther(total),
      bull_amount: formatEther(bull),
      bear_amount: formatEther(bear),
    })
    expect(round.state).toBe(isEnded ? 'settled' : total === 0n ? 'empty' : 'refund')
    if (isEnded && base > 0n) {
      const odds = Number((reward * 10_000n) / base) / 10_000
      expect(round.winner === 'up' ? round.bull_payout : round.bear_payout).toBe(odds)
    }
    count += 1
  }
  for (const [trader, epochs] of bets) count += await compareTrades(trader as never, epochs)
  return count
}

async function compareTrades(trader: `0x${string}`, epochs: ReadonlySet<number>): Promise<number> {
  const response = await post(game, '/api/trades-by-user', { user_address: trader, limit: 200 })
  const trades = parse(TradesByUserResponse, await response.json())
  expect(trades.map((trade) => trade.epoch)).toEqual([...epochs].toReversed().slice(0, 200))
  for (const trade of trades) {
    const { base, reward } = await chain.rounds(trade.epoch)
    const stake = parseEther(trade.position_amount)
    const due = (await chain.isClaimable(trade.epoch, trader))
      ? (stake * reward) / base
      : (await chain.isRefundable(trade.epoch, trader))
        ? stake
        : 0n
    expect([trade.epoch, trade.claim_amount]).toEqual([trade.epoch, formatEther(due)])
  }
  return trades.length
}

describe('a service that starts after the history of the original PancakePredictionV2', () => {
  test('returns what the contract holds, also after a restart', async () => {
    await waitUntilIndexed(chain, database.db)
    expect(await compareWithContract()).toBeGreaterThan(SERIES * ROUNDS_PER_SERIES * 2)
    const before = await Promise.all(
      Array.from({ length: epoch }, (_, index) => roundOf(index + 1)),
    )
    await game.stop()
    game = await start()
    const after = await Promise.all(Array.from({ length: epoch }, (_, index) => roundOf(index + 1)))
    expect(after).toEqual(before)
    const list = parse(
      RoundsResponse,
      await (await post(game, '/api/rounds', { limit: 50 })).json(),
    )
    expect(list).toEqual(before.slice(0, -1).toReversed().slice(0, 50))
  }, 300_000)

  // Its node is silent for long before the service says so.
  test.runIf(inject('isDeep'))(
    'keeps its index while the node lags by 300 blocks, and says so',
    async () => {
      const before = await readIndex(database.db)
      const newest = Number((await chain.client.getBlock()).number)
      node.hideAbove(newest - LAG)
      const readiness = async () => (await fetch(`${game.url}/readyz`)).json()
      await expect
        .poll(readiness, { timeout: 45_000, interval: 1_000 })
        .toMatchObject({ code: 'service.not-ready' })
      const { detail } = parse(Unreadiness, await readiness())
      expect(detail).toContain(`index (the node is ${LAG} blocks behind the index)`)
      expect(await readIndex(database.db)).toEqual(before)
      expect((await post(game, '/api/round-info', { epoch: 1 })).status).toBe(200)
      node.hideAbove(null)
      await expect.poll(readiness, { timeout: 45_000 }).toMatchObject({ status: 'ready' })
    },
    120_000,
  )

  test('ranks accounts by the sums of their rounds', async () => {
    const response = await post(game, '/api/leaderboard', { window: 'all' })
    const board = parse(LeaderboardResponse, await response.json())
    for (const row of board) {
      const trades = await post(game, '/api/trades-by-user', {
        user_address: row.user_address,
        limit: 200,
      })
      const decided = parse(TradesByUserResponse, await trades.json()).filter(
        ({ is_win }) => is_win !== null,
      )
      expect(row.total_rounds).toBe(decided.length)
      expect(row.won_rounds).toBe(decided.filter(({ is_win }) => is_win).length)
    }
    expect(board).toHaveLength(bets.size)
  })

  test('adds up the same by day, in the days in which the rounds closed', async () => {
    const response = await post(game, '/api/leaderboard', { window: 'all' })
    for (const row of parse(LeaderboardResponse, await response.json())) {
      const { user_address, total_rounds, won_rounds, net_results, total_position } = row
      const stats = await post(game, '/api/trade-stats', { user_address, window: 'all' })
      const sums = { total_rounds, won_rounds, net_results, total_position }
      expect(await stats.json()).toMatchObject(sums)
    }
    const { rows } = await sql<{ first: number; last: number; rounds: number }>`
      select min(day) as first, max(day) as last, sum(rounds)::int8 as rounds from day_standings`.execute(
      database.db,
    )
    const dayOf = (time: number) => Math.floor(time / 86_400)
    const { genesisTimestamp } = chain.schedule
    expect(rows[0]?.rounds).toBeGreaterThan(0)
    expect(rows[0]?.first).toBeGreaterThanOrEqual(dayOf(genesisTimestamp))
    expect(rows[0]?.last).toBeLessThanOrEqual(dayOf(genesisTimestamp + second + interval))
  })
})
