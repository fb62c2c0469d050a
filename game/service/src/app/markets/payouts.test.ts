import { AppConfig } from '@bullring/game-api/config'
import { Health } from '@bullring/game-api/health'
import { LeaderboardResponse } from '@bullring/game-api/leaderboard'
import { Round } from '@bullring/game-api/round'
import { TradeStats } from '@bullring/game-api/trade-stats'
import type { Trade } from '@bullring/game-api/trades-by-user'
import { TradesByUserResponse } from '@bullring/game-api/trades-by-user'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import { multipleOf } from '@bullring/prediction/ratio'
import type { RunningService } from '@bullring/server/run-service'
import { parse } from '@bullring/wire/parse'
import fc from 'fast-check'
import type { Address } from 'viem'
import { parseEther } from 'viem'
import { expect, inject, test } from 'vitest'
import type { RandomGame } from '../../testing/chain/random-game.ts'
import {
  anyRandomGame,
  GAME_ROUNDS,
  playGame,
  settleGame,
} from '../../testing/chain/random-game.ts'
import type { TestChain } from '../../testing/chain/start-test-chain.ts'
import { startTestChain } from '../../testing/chain/start-test-chain.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { get, post, startGameService } from '../../testing/start-game-service.ts'

/** TEST_DEEP=1 plays more games. */
const GAMES = inject('isDeep') ? 30 : 3

type World = { chain: TestChain; game: RunningService }

const EPOCHS = Array.from({ length: GAME_ROUNDS }, (_, index) => index + 1)

/** At the newest block: between blocks, a local node's clock runs on. */
async function contractOf({ client, market }: TestChain) {
  const { number: blockNumber } = await client.getBlock()
  return { address: market.prediction, abi: predictionAbi, blockNumber } as const
}

async function tradesOf({ game }: World, account: Address): Promise<Trade[]> {
  const response = await post(game, '/api/trades-by-user', { user_address: account })
  return parse(TradesByUserResponse, await response.json())
}

/** Waits until responses are of the chain's newest block. */
async function waitUntilServed({ chain, game }: World): Promise<void> {
  const newest = Number((await chain.client.getBlock()).number)
  const served = async () => parse(Health, await (await get(game, '/healthz')).json()).block_number
  await expect.poll(served, { interval: 20, timeout: 60_000 }).toBe(newest)
}

/** Compares every bet with what the contract owes for it. */
async function compareTrades(world: World): Promise<void> {
  for (const account of world.chain.traders) {
    const trades = await tradesOf(world, account)
    for (const trade of trades) expectSame(trade, await readBet(world.chain, account, trade.epoch))
  }
}

async function readBet(chain: TestChain, account: Address, round: number) {
  const contract = await contractOf(chain)
  const epoch = BigInt(round)
  const bet = [epoch, account] as const
  const { client } = chain
  const [[owed], isClaimable, isRefundable, [position, amount, isClaimed]] = await Promise.all([
    client.readContract({ ...contract, functionName: 'owed', args: [account, epoch, 1n] }),
    client.readContract({ ...contract, functionName: 'claimable', args: bet }),
    client.readContract({ ...contract, functionName: 'refundable', args: bet }),
    client.readContract({ ...contract, functionName: 'ledger', args: bet }),
  ])
  // The stake is owed for an undecided bet.
  const claim = isClaimable || isRefundable ? owed : 0n
  return { claim, amount, direction: position + 1, isClaimed, isClaimable, isRefundable }
}

function expectSame(trade: Trade, bet: Awaited<ReturnType<typeof readBet>>): void {
  const claim = parseEther(trade.claim_amount)
  const isWin = trade.is_win === true
  expect({
    claim,
    amount: parseEther(trade.position_amount),
    direction: trade.direction,
    isClaimed: trade.is_claimed,
    isClaimable: isWin && !trade.is_claimed,
    isRefundable: !isWin && claim > 0n,
  }).toEqual(bet)
  if (!isWin && !trade.is_claimed) expect(trade.returned_amount).toBe(trade.claim_amount)
  expect(parseEther(trade.win_amount)).toBeGreaterThanOrEqual(0n)
}

/** Compares fees, rewards and the next fee. */
async function compareRounds({ chain, game }: World): Promise<void> {
  const contract = await contractOf(chain)
  for (const epoch of EPOCHS) {
    const args = [BigInt(epoch)] as const
    const round = parse(Round, await (await post(game, '/api/round-info', { epoch })).json())
    const [pool, info] = await Promise.all([
      chain.client.readContract({ ...contract, functionName: 'pools', args }),
      chain.client.readContract({ ...contract, functionName: 'getRoundInfo', args }),
    ])
    if (info.totalAmount > 0n) expect(round.treasury_fee).toBe(Number(pool[2]))
    if (round.state !== 'settled') continue
    const paid = multipleOf(info.rewardAmount, info.rewardBaseCalAmount)
    expect(round.winner === 'up' ? round.bull_payout : round.bear_payout).toBe(paid)
  }
  const { markets } = parse(AppConfig, await (await get(game, '/config.json')).json())
  const [, feeBps, first] = await chain.client.readContract({
    ...contract,
    functionName: 'nextTerms',
  })
  const next = first === 0n ? null : { feeBps: Number(feeBps), epoch: Number(first) }
  expect(markets['BNB']?.nextTreasuryFee).toEqual(next)
}

/** Compares sums with the bets, none of which is claimed yet. */
async function compareSums(world: World): Promise<void> {
  const nets = new Map<Address, bigint>()
  for (const account of world.chain.traders) {
    const decided = (await tradesOf(world, account)).filter((trade) => trade.is_win !== null)
    const net = decided
      .map((trade) => parseEther(trade.claim_amount) - parseEther(trade.position_amount))
      .reduce((sum, gain) => sum + gain, 0n)
    if (decided.length > 0) nets.set(account, net)
    const response = await post(world.game, '/api/trade-stats', { user_address: account })
    expect(parseEther(parse(TradeStats, await response.json()).net_results)).toBe(net)
  }
  const response = await post(world.game, '/api/leaderboard', { limit: 100 })
  const rows = parse(LeaderboardResponse, await response.json())
  expect(new Map(rows.map((row) => [row.user_address, parseEther(row.net_results)]))).toEqual(nets)
}

async function claimAll(world: World): Promise<void> {
  for (const account of world.chain.traders) {
    const trades = await tradesOf(world, account)
    const epochs = trades.filter((trade) => trade.claim_amount !== '0').map(({ epoch }) => epoch)
    if (epochs.length > 0) await world.chain.claim(account, epochs)
    await waitUntilServed(world)
    const after = await tradesOf(world, account)
    expect(after.map((trade) => trade.claim_amount)).toEqual(after.map(() => '0'))
    expect(after.map((trade) => trade.returned_amount)).toEqual(
      trades.map((trade) => trade.returned_amount),
    )
  }
}

async function playAndCompare(plan: RandomGame): Promise<void> {
  await using resources = new AsyncDisposableStack()
  const chain = await startTestChain(plan)
  resources.defer(chain.stop)
  const database = await createTestDatabase(inject('postgresUrl'))
  resources.defer(database.drop)
  const game = await startGameService(chain, database.url)
  resources.defer(game.stop)
  const world = { chain, game }
  const compare = async () => {
    await waitUntilServed(world)
    await compareTrades(world)
    await compareRounds(world)
  }
  const answers = await playGame(chain, plan)
  await compare()
  await settleGame(chain, answers)
  await compare()
  await compareSums(world)
  await claimAll(world)
  await compare()
}

test('property: every bet, round and sum equals the contract, whatever its terms and fees', async () => {
  await fc.assert(fc.asyncProperty(anyRandomGame, playAndCompare), {
    numRuns: GAMES,
    endOnFailure: true,
  })
}, 240_000)
