import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { Round } from '@bullring/game-api/round'
import { predictionAbi } from '@bullring/prediction/prediction-abi'
import type { RunningService } from '@bullring/server/run-service'
import { parse } from '@bullring/wire/parse'
import { pino } from 'pino'
import type { Address } from 'viem'
import { parseEther } from 'viem'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import { parseKeeperConfig } from '../../config.ts'
import type { TestChain } from '../../testing/chain/start-test-chain.ts'
import { startTestChain, TEST_KEEPER_KEY } from '../../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { gameVariables, post, startGameService } from '../../testing/start-game-service.ts'
import { startKeeper as startKeeperAlone } from '../start-keeper.ts'

/** TEST_DEEP=1: a longer backlog. */
const ROUNDS = inject('isDeep') ? 12 : 5

const USD = 100_000_000n
const PHASE = 1n << 64n

/** Account 6 of the local chain's well-known mnemonic. */
const OTHER_KEEPER_KEY = '0x92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e'

let chain: TestChain
let database: TestDatabase
let games: RunningService[]
let alice: Address
let bob: Address

beforeEach(async () => {
  chain = await startTestChain()
  database = await createTestDatabase(inject('postgresUrl'))
  games = []
  alice = chain.traders[0] ?? '0x'
  bob = chain.traders[1] ?? '0x'
})

afterEach(async () => {
  for (const game of games) await game.stop()
  await database.drop()
  await chain.stop()
})

async function startKeeper(overrides: Record<string, string> = {}) {
  const game = await startGameService(chain, database.url, {
    GAME_KEEPER_PRIVATE_KEY: TEST_KEEPER_KEY,
    ...overrides,
  })
  games.push(game)
  return game
}

async function strikesOf(epochs: readonly number[], game: RunningService) {
  const rounds = await Promise.all(
    epochs.map(async (epoch) =>
      parse(Round, await (await post(game, '/api/round-info', { epoch })).json()),
    ),
  )
  return rounds.map((round) => round.lock_oracle_id && BigInt(round.lock_oracle_id) - PHASE)
}

/** Returns the hashes of the blocks in which strikes were settled. */
async function settlementBlocks() {
  const { prediction: address, startBlock } = chain.market
  const filter = { address, abi: predictionAbi, eventName: 'LockRound' } as const
  const logs = await chain.client.getContractEvents({
    ...filter,
    fromBlock: BigInt(startBlock),
  })
  return logs.map(({ blockHash }) => blockHash)
}

/** `fetch` sends no other Host header than the URL's. */
async function statusAt(service: RunningService, path: string, host: string) {
  const sent = request(service.url + path, { headers: { host } }).end()
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  response.resume()
  return response.statusCode
}

const eventually = { timeout: 60_000, interval: 50 }

describe('the keeper', () => {
  test('settles overdue strikes, each with the first answer after its lock', async () => {
    const { bet, push, schedule } = chain
    const start = schedule.genesisTimestamp
    let rounds = 0n
    const expected: (bigint | '' | null)[] = []
    for (let epoch = 1; epoch <= ROUNDS; epoch += 1) {
      const roundStart = start + (epoch - 1) * 300
      await push(600n * USD + BigInt(epoch), roundStart + 7)
      rounds += 1n
      if (epoch > 1) expected.push(rounds)
      if (epoch % 4 !== 0) {
        await bet(alice, epoch, 'bull', parseEther('1'))
        await bet(bob, epoch, 'bear', parseEther('1'))
      }
      for (let second = 66; second < 300; second += 66) {
        await push(600n * USD, roundStart + second)
        rounds += 1n
      }
    }
    const game = await startKeeper()
    const epochs = Array.from({ length: ROUNDS - 1 }, (_, index) => index + 1)
    await expect.poll(() => strikesOf(epochs, game), eventually).toEqual(expected)
  })

  test('settles with the first answer after the strike delay, and not before it', async () => {
    await chain.stop()
    chain = await startTestChain({ strikeDelay: 10 })
    const { bet, push, schedule } = chain
    const lock = schedule.genesisTimestamp + 300
    await push(600n * USD, lock - 20)
    await bet(alice, 1, 'bull', parseEther('1'))
    await bet(bob, 1, 'bear', parseEther('1'))
    const game = await startKeeper()
    await push(601n * USD, lock + 9)
    await chain.at(lock + 11)
    await chain.mine()
    expect(await strikesOf([1], game)).toEqual([null])
    await push(602n * USD, lock + 12)
    await push(603n * USD, lock + 13)
    await expect.poll(() => strikesOf([1], game), eventually).toEqual([3n])
  })

  test('skips strikes that no bet depends on unless configured to settle them', async () => {
    const { bet, push, schedule } = chain
    const start = schedule.genesisTimestamp
    await push(600n * USD, start + 50)
    await bet(alice, 1, 'bull', parseEther('1'))
    await bet(bob, 1, 'bear', parseEther('1'))
    for (const second of [301, 601]) await push(600n * USD, start + second)
    // One-sided: refunded at its lock.
    await bet(alice, 3, 'bull', parseEther('1'))
    for (const second of [901, 1_201]) await push(600n * USD, start + second)
    const game = await startKeeper()
    await expect.poll(() => strikesOf([1, 2], game), eventually).toEqual([2n, 3n])
    expect(await strikesOf([3, 4], game)).toEqual([null, null])
    await game.stop()
    games = []
    const thorough = await startKeeper({ GAME_KEEPER_SETTLE_EMPTY: 'true' })
    await expect.poll(() => strikesOf([3, 4], thorough), eventually).toEqual([4n, 5n])
  })

  test('settles once the oracle answers, and refunds rounds that it answers too late', async () => {
    const { bet, push, schedule } = chain
    const start = schedule.genesisTimestamp
    await push(600n * USD, start + 50)
    await bet(alice, 1, 'bull', parseEther('1'))
    await bet(bob, 1, 'bear', parseEther('1'))
    const game = await startKeeper()
    await push(601n * USD, start + 300)
    await expect.poll(() => strikesOf([1], game), eventually).toEqual([2n])
    await push(602n * USD, start + 600 + 301)
    await expect
      .poll(async () => (await post(game, '/api/round-info', { epoch: 1 })).json(), eventually)
      .toMatchObject({ state: 'refund', refund_reason: 'no-price' })
  })

  test('settles each strike once when several keepers run', async () => {
    const { bet, push, schedule } = chain
    const start = schedule.genesisTimestamp
    const game = await startKeeper()
    await startKeeper({ GAME_KEEPER_PRIVATE_KEY: OTHER_KEEPER_KEY })
    await startKeeper()
    await push(600n * USD, start + 50)
    for (let epoch = 1; epoch <= 6; epoch += 1) {
      await bet(alice, epoch, 'bull', parseEther('1'))
      await bet(bob, epoch, 'bear', parseEther('1'))
      await push(600n * USD, start + epoch * 300)
      await expect.poll(() => strikesOf([epoch], game), eventually).toEqual([BigInt(epoch) + 1n])
    }
  })

  test('settles in a separate process, which has no database and no API', async () => {
    const { bet, push, schedule } = chain
    const game = await startGameService(chain, database.url)
    games.push(game)
    const variables = gameVariables(chain, '', { GAME_KEEPER_PRIVATE_KEY: TEST_KEEPER_KEY })
    const alone = await startKeeperAlone(parseKeeperConfig(variables), pino({ level: 'silent' }))
    games.push(alone)
    await push(600n * USD, schedule.genesisTimestamp + 50)
    await bet(alice, 1, 'bull', parseEther('1'))
    await bet(bob, 1, 'bear', parseEther('1'))
    await push(600n * USD, schedule.genesisTimestamp + 300)
    await expect.poll(() => strikesOf([1], game), eventually).toEqual([2n])
    expect(await (await fetch(`${alone.url}/readyz`)).json()).toEqual({
      status: 'ready',
      components: { chain: 'up', keeper: 'up' },
    })
    expect(await statusAt(alone, '/readyz', 'keeper:4000')).toBe(200)
    expect(await statusAt(alone, '/', 'keeper:4000')).toBe(421)
    expect(await (await fetch(`${game.url}/readyz`)).json()).not.toHaveProperty('components.keeper')
    for (const path of ['/', '/config.json', '/api/stream', '/wallet/getWallets']) {
      expect((await fetch(alone.url + path)).status).toBe(404)
    }
  })

  test('settles again after a reorg', async () => {
    const { bet, push, schedule } = chain
    const start = schedule.genesisTimestamp
    const game = await startKeeper()
    await push(600n * USD, start + 50)
    await bet(alice, 1, 'bull', parseEther('1'))
    await bet(bob, 1, 'bear', parseEther('1'))
    await push(600n * USD, start + 300)
    await expect.poll(() => strikesOf([1], game), eventually).toEqual([2n])
    const [undone] = await settlementBlocks()
    await chain.rpc('anvil_reorg', [1, []])
    await chain.mine(1)
    await expect.poll(settlementBlocks, eventually).not.toContain(undone)
    await expect.poll(settlementBlocks, eventually).toHaveLength(1)
    await expect.poll(() => strikesOf([1], game), eventually).toEqual([2n])
  })
})
