import { AppConfig } from '@bullring/game-api/config'
import { Round } from '@bullring/game-api/round'
import { TokenPricesResponse } from '@bullring/game-api/token-prices'
import { toUnixSeconds } from '@bullring/prediction/units'
import type { RunningService } from '@bullring/server/run-service'
import { parse } from '@bullring/wire/parse'
import type { Address } from 'viem'
import { getAddress, parseEther } from 'viem'
import { beforeEach, describe, expect, inject, test } from 'vitest'
import { StartBlockLateError } from '../../indexer/errors.ts'
import { epochsThatTimeMayChange, isChangedByTime } from '../../market/changed-by-time.ts'
import { createRounds } from '../../market/rounds.ts'
import type { PancakeChain } from '../../testing/chain/start-pancake-chain.ts'
import { startPancakeChain } from '../../testing/chain/start-pancake-chain.ts'
import { waitUntilIndexed } from '../../testing/database/compare-index.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { get, post, startGameService } from '../../testing/start-game-service.ts'

const USD = 100_000_000n

let chain: PancakeChain
let database: TestDatabase
let game: RunningService | null
let alice: Address
let bob: Address

beforeEach(async () => {
  chain = await startPancakeChain()
  ;[alice = '0x', bob = '0x'] = chain.traders
  database = await createTestDatabase(inject('postgresUrl'))
  game = null
  return async () => {
    await game?.stop()
    await database.drop()
    await chain.stop()
  }
})

const at = (second: number) => chain.schedule.genesisTimestamp + second

async function start(overrides: Record<string, string> = {}): Promise<RunningService> {
  await game?.stop()
  game = await startGameService(chain, database.url, overrides)
  await waitUntilIndexed(chain, database.db)
  return game
}

const blockNumber = async () => Number((await chain.client.getBlock()).number)

async function roundOf(service: RunningService, epoch: number): Promise<Round> {
  return parse(Round, await (await post(service, '/api/round-info', { epoch })).json())
}

async function market(service: RunningService) {
  const config = parse(AppConfig, await (await get(service, '/config.json')).json())
  return config.markets['BNB']
}

async function execute(call: 'genesisLockRound' | 'executeRound', second: number, usd: bigint) {
  await chain.push(usd * USD, at(second - 1))
  await chain.operate(call, at(second))
}

async function betBoth(epoch: number, second: number) {
  await chain.at(at(second))
  await chain.bet(alice, epoch, 'bull', parseEther('2'))
  await chain.bet(bob, epoch, 'bear', parseEther('1'))
}

/** Round 1 is charged 3 %, round 3 of the second series 10 %. */
async function playWithFeeChange() {
  await chain.operate('genesisStartRound', at(100))
  await betBoth(1, 110)
  await execute('genesisLockRound', 401, 600n)
  await execute('executeRound', 702, 610n)
  await chain.operate('pause', at(710))
  await chain.operate('setTreasuryFee', at(711), [1_000n])
  await chain.operate('setBufferAndIntervalSeconds', at(712), [100n, 240n])
  await chain.operate('unpause', at(713))
  await chain.operate('genesisStartRound', at(720))
  await betBoth(4, 730)
  await execute('genesisLockRound', 961, 620n)
  await execute('executeRound', 1_202, 630n)
}

describe('the terms of a PancakePredictionV2 contract', () => {
  test('the fee of a decided round is exact without the state at the start block', async () => {
    await playWithFeeChange()
    const exact = await start()
    const rounds = await Promise.all([1, 2, 4].map((epoch) => roundOf(exact, epoch)))
    expect(rounds.map((round) => round.treasury_fee)).toEqual([300, 1_000, 1_000])
    expect(rounds.map((round) => round.bull_payout)).toEqual([1.455, 0, 1.35])

    const other = await createTestDatabase(inject('postgresUrl'))
    await game?.stop()
    game = await startGameService(chain, other.url, { START_BLOCK: '0' })
    const derived = await Promise.all([1, 2, 4].map((epoch) => roundOf(game as never, epoch)))
    expect(derived).toEqual(rounds)
    await other.drop()
  })

  test('are stored once: a restart with other state changes nothing', async () => {
    await playWithFeeChange()
    const before = await roundOf(await start(), 1)
    // The node of the second start no longer has the state of the start block.
    await database.db.updateTable('market').set({ start_block: 0 }).execute()
    expect(await roundOf(await start({ START_BLOCK: '0' }), 1)).toEqual(before)
  })

  test('the configuration follows them while the service runs', async () => {
    const service = await start()
    expect(await market(service)).toMatchObject({
      genesisTimestamp: 0,
      intervalSeconds: 300,
      settlementWindow: 30,
      oracle: getAddress(chain.market.oracle),
    })
    await playWithFeeChange()
    await waitUntilIndexed(chain, database.db)
    await expect
      .poll(() => market(service))
      .toMatchObject({ genesisTimestamp: at(100), intervalSeconds: 240, settlementWindow: 100 })
  })

  test('a changed buffer does not end the service, even if the index is rebuilt', async () => {
    await chain.mine(300)
    const service = await start()
    await chain.operate('pause', at(10))
    await chain.operate('setBufferAndIntervalSeconds', at(20), [100n, 240n])
    await chain.mine(300)
    await waitUntilIndexed(chain, database.db)
    await chain.rpc('anvil_reorg', [299, []])
    await chain.mine(2)
    await waitUntilIndexed(chain, database.db)
    expect(await market(service)).toMatchObject({ intervalSeconds: 240, settlementWindow: 100 })
  })

  test('a refund of an old round is found after a long gap in the journal', async () => {
    await playWithFeeChange()
    await start()
    const contract = { kind: 'pancake-v2', predictionAddress: chain.market.prediction } as const
    const found = createRounds(database.db, contract)
    const changed = async (from: number, to: number) => {
      const span = { before: toUnixSeconds(at(from)), after: toUnixSeconds(at(to)) }
      const rounds = await found.findRounds(await epochsThatTimeMayChange(found.clock, span))
      const moved = rounds.filter(({ round }) => isChangedByTime(round, span))
      return moved.map(({ round }) => round.at(span.after).epoch)
    }
    // Round 2, the fourth before the newest, is refunded at 702 + 300 + 100.
    expect(await changed(1_102, 1_202)).toContain(2n)
    expect(await changed(1_103, 1_202)).not.toContain(2n)
  })

  test('error: a late start block is found at once, not after reading everything', async () => {
    await playWithFeeChange()
    await chain.mine(3)
    const late = `${(await blockNumber()) - 1}`
    await expect(start({ START_BLOCK: late })).rejects.toThrow(StartBlockLateError)
    const { n } = await database.db
      .selectFrom('blocks')
      .select((expression) => expression.fn.countAll().as('n'))
      .executeTakeFirstOrThrow()
    expect(Number(n)).toBe(0)
  })
})

describe('setOracle', () => {
  const prices = async (service: RunningService) => {
    const response = await post(service, '/api/token-prices', { limit: 10 })
    return parse(TokenPricesResponse, await response.json()).map(({ price }) => price)
  }

  async function replaceOracle(second: number): Promise<Address> {
    const address = await chain.deployFeed(690n * USD)
    await chain.operate('pause', at(second))
    await chain.operate('setOracle', at(second + 1), [address])
    await chain.operate('unpause', at(second + 2))
    return address
  }

  test('is followed while the service runs, and after a restart', async () => {
    await chain.operate('genesisStartRound', at(100))
    for (const usd of [600n, 601n, 602n]) await chain.push(usd * USD, at(110 + Number(usd - 600n)))
    const service = await start()
    expect(await prices(service)).toEqual(['600', '601', '602'])

    const feed = await replaceOracle(200)
    await waitUntilIndexed(chain, database.db)
    await chain.pushTo(feed, 700n * USD, at(210))
    await waitUntilIndexed(chain, database.db)
    // The old feed goes on: its answers no longer matter.
    await chain.push(603n * USD, at(220))
    await waitUntilIndexed(chain, database.db)
    await expect.poll(() => prices(service)).toEqual(['690', '700'])
    expect((await market(service))?.oracle).toBe(feed)

    await game?.stop()
    game = null
    await chain.pushTo(feed, 701n * USD, at(230))
    expect(await prices(await start())).toEqual(['690', '700', '701'])
  })

  test('is undone by a reorg', async () => {
    await chain.operate('genesisStartRound', at(100))
    await chain.push(600n * USD, at(110))
    const service = await start()
    const before = await blockNumber()
    const feed = await replaceOracle(200)
    await chain.pushTo(feed, 700n * USD, at(210))
    await waitUntilIndexed(chain, database.db)
    const depth = (await blockNumber()) - before
    await chain.rpc('anvil_reorg', [depth, []])
    await chain.mine()
    await waitUntilIndexed(chain, database.db)
    await expect.poll(() => prices(service)).toEqual(['600'])
    expect((await market(service))?.oracle).toBe(getAddress(chain.market.oracle))
  })
})
