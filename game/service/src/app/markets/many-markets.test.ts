import { isDeepStrictEqual } from 'node:util'
import { AppConfig } from '@bullring/game-api/config'
import { POSITION_HEADER, parsePositions } from '@bullring/game-api/positions'
import { Round } from '@bullring/game-api/round'
import { TokenPricesResponse } from '@bullring/game-api/token-prices'
import { TradeStats } from '@bullring/game-api/trade-stats'
import { TradesByUserResponse } from '@bullring/game-api/trades-by-user'
import type { RunningService } from '@bullring/server/run-service'
import type { LocalMarket } from '@bullring/stack/chain/local-market'
import { startFaultyNode } from '@bullring/stack/testing/faulty-node'
import { parse } from '@bullring/wire/parse'
import { sql } from 'kysely'
import { type Logger, pino } from 'pino'
import type { Address } from 'viem'
import { getAddress, parseEther } from 'viem'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import type { MarketActions, TestChain } from '../../testing/chain/start-test-chain.ts'
import { startTestChain, TEST_KEEPER_KEY } from '../../testing/chain/start-test-chain.ts'
import type { TestDatabase } from '../../testing/database/create-test-database.ts'
import { createTestDatabase } from '../../testing/database/create-test-database.ts'
import { get, post, startGameService } from '../../testing/start-game-service.ts'

const USD = 100_000_000n
const eventually = { timeout: 60_000, interval: 50 }
/** No contract of the game. */
const NO_MARKET = '0x00000000000000000000000000000000000000b7'

let chain: TestChain
let database: TestDatabase
let btcMarket: LocalMarket
let btc: MarketActions
let game: RunningService
let alice: Address
let bob: Address

beforeAll(async () => {
  // The second market opens at the same time as the first: its constructor refuses a start in the past.
  chain = await startTestChain({ markets: 2 })
  const [second] = chain.others
  if (second === undefined) throw new TypeError('the chain has two markets')
  btcMarket = second
  btc = chain.on(btcMarket)
  database = await createTestDatabase(inject('postgresUrl'))
  alice = chain.traders[0] ?? '0x'
  bob = chain.traders[1] ?? '0x'
  game = await start()
})

afterAll(async () => {
  await game.stop()
  await database.drop()
  await chain.stop()
})

function start(
  btcAddress: Address = btcMarket.prediction,
  rpcUrl = chain.rpcUrl,
  log?: Logger,
): Promise<RunningService> {
  const { prediction, startBlock } = chain.market
  const variables = {
    RPC_URL: rpcUrl,
    PREDICTION_ADDRESS: '',
    GAME_MARKETS: `BNB=${prediction}@${startBlock}, BTC=${btcAddress}@${btcMarket.startBlock}`,
    GAME_PRICES: 'BTC=generated',
    GAME_KEEPER_PRIVATE_KEY: TEST_KEEPER_KEY,
  }
  return startGameService(chain, database.url, variables, log && { log })
}

async function roundOf(symbol: string, epoch: number): Promise<Round> {
  return parse(Round, await (await post(game, '/api/round-info', { symbol, epoch })).json())
}

async function tradesOf(account: Address, symbol: string) {
  const body = { user_address: account, symbol }
  return parse(TradesByUserResponse, await (await post(game, '/api/trades-by-user', body)).json())
}

/** Reads bets over all markets. */
async function allTrades(further: object = {}) {
  const body = { user_address: alice, symbol: 'ALL', ...further }
  const response = await post(game, '/api/trades-by-user', body)
  const trades = parse(TradesByUserResponse, await response.json())
  return { missing: response.headers.get('missing-markets'), trades }
}

const namesOf = ({ trades }: Awaited<ReturnType<typeof allTrades>>) =>
  trades.map(({ symbol, epoch }) => `${symbol} ${epoch}`)

async function pricesOf(symbol: string): Promise<string[]> {
  const prices = parse(
    TokenPricesResponse,
    await (await post(game, '/api/token-prices', { symbol })).json(),
  )
  return prices.map(({ price }) => price)
}

describe('a service with two markets', () => {
  test('serves rounds, bets and prices of each from one process', async () => {
    const start = chain.schedule.genesisTimestamp
    await chain.push(600n * USD, start + 5)
    await btc.push(60_000n * USD, start + 6)
    await chain.bet(alice, 1, 'bull', parseEther('1'))
    await btc.bet(alice, 1, 'bear', parseEther('0.3'))
    await btc.bet(bob, 1, 'bull', parseEther('0.2'))
    await expect.poll(async () => (await roundOf('BTC', 1)).total_amount, eventually).toBe('0.5')
    await expect.poll(async () => (await roundOf('BNB', 1)).total_amount, eventually).toBe('1')
    expect(await roundOf('BNB', 1)).toMatchObject({ bear_amount: '0' })
    expect(await pricesOf('BTC')).toEqual(['60000'])
    expect(await pricesOf('BNB')).toEqual(['600'])
    expect(await tradesOf(bob, 'BNB')).toEqual([])
    expect(await tradesOf(alice, 'BTC')).toMatchObject([{ direction: 2, position_amount: '0.3' }])
    expect(await tradesOf(alice, 'BNB')).toMatchObject([{ direction: 1, position_amount: '1' }])
  })

  test('settles the strikes of both with one account', async () => {
    const lock = chain.schedule.genesisTimestamp + 300
    await chain.push(610n * USD, lock)
    await btc.push(61_000n * USD, lock + 1)
    await chain.push(620n * USD, lock + 300)
    await btc.push(59_000n * USD, lock + 301)
    await chain.mine(2)
    await expect.poll(async () => (await roundOf('BTC', 1)).winner, eventually).toBe('down')
    await expect.poll(async () => (await roundOf('BNB', 1)).state, eventually).toBe('refund')
  })

  test('names the journal position of each in every response', async () => {
    const newest = async () => {
      const { rows } = await sql<{ bnb: number; btc: number }>`
        select (select max(id) from changes) as bnb, (select max(id) from market_btc.changes) as btc`.execute(
        database.db,
      )
      return new Map(Object.entries({ BNB: rows[0]?.bnb, BTC: rows[0]?.btc }))
    }
    const named = async () => {
      const { headers } = await post(game, '/api/current-epoch', { symbol: 'BTC' })
      return parsePositions(headers.get(POSITION_HEADER))
    }
    await expect
      .poll(async () => isDeepStrictEqual(await named(), await newest()), eventually)
      .toBe(true)
    expect((await newest()).get('BNB')).not.toBe((await newest()).get('BTC'))
  })

  test('adds up all markets, and pages through their bets by time', async () => {
    const start = chain.schedule.genesisTimestamp
    await chain.at(start + 905)
    await btc.bet(alice, 4, 'bull', parseEther('0.1'))
    await chain.at(start + 950)
    await chain.bet(alice, 4, 'bull', parseEther('0.2'))
    // Both first bets were placed in the same second.
    const expected = ['BNB 4', 'BTC 4', 'BNB 1', 'BTC 1']
    await expect.poll(async () => namesOf(await allTrades()), eventually).toEqual(expected)
    const first = await allTrades({ limit: 1 })
    expect({ missing: first.missing, names: namesOf(first) }).toEqual({
      missing: null,
      names: ['BNB 4'],
    })
    const rest = { BNB: 4, BTC: 4 }
    expect(namesOf(await allTrades({ before_epochs: { BNB: 4 } }))).toEqual(expected.slice(1))
    expect(namesOf(await allTrades({ before_epochs: rest }))).toEqual(expected.slice(2))

    const stats = (symbol: string) =>
      post(game, '/api/trade-stats', { user_address: alice, symbol }).then(async (response) =>
        parse(TradeStats, await response.json()),
      )
    // BNB was refunded, BTC won.
    const won = await stats('BTC')
    expect(won).toMatchObject({ won_rounds: 1, best_round_symbol: 'BTC' })
    expect(await stats('ALL')).toEqual(won)
    for (const path of ['/api/leaderboard', '/api/leaderboard-rank', '/api/profit-line']) {
      const read = (symbol: string) =>
        post(game, path, { symbol, user_address: alice, window: 'all' })
      const [all, one] = await Promise.all([read('ALL'), read('BTC')])
      expect(all.status).toBe(200)
      expect(await all.json()).toEqual(await one.json())
    }
    expect((await post(game, '/api/live-round', { symbol: 'ALL' })).status).toBe(404)
  })

  test('lists both in /config.json, the first first, with the source of their prices', async () => {
    const { markets } = parse(AppConfig, await (await get(game, '/config.json')).json())
    expect(Object.keys(markets)).toEqual(['BNB', 'BTC'])
    expect(markets['BTC']).toMatchObject({
      prediction: getAddress(btcMarket.prediction),
      oracle: getAddress(btcMarket.oracle),
      prices: 'generated',
    })
    expect(markets['BNB']?.prices).toBe('oracle')
  })

  test('error: responds to the symbol of no market as before', async () => {
    for (const symbol of ['ETH', 'btc', 'public']) {
      const response = await post(game, '/api/current-epoch', { symbol })
      expect(response.status).toBe(404)
      expect(await response.json()).toMatchObject({ code: 'market.unknown-symbol' })
    }
  })

  test('streams the events of the named market only', async () => {
    const stopping = new AbortController()
    const { body } = await fetch(`${game.url}/api/stream?symbol=BTC`, { signal: stopping.signal })
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader()
    await reader?.read()
    const start = chain.schedule.genesisTimestamp
    await chain.push(640n * USD, start + 1_000)
    await btc.push(64_000n * USD, start + 1_001)
    let text = ''
    while (!text.includes('64000')) text += (await reader?.read())?.value ?? ''
    expect(text).not.toContain('"price":"640"')
    stopping.abort()
  })

  test('keeps both indexes across a restart, each in its own schema', async () => {
    await game.stop()
    const { rows } = await sql<{ schema: string }>`
      select table_schema as schema from information_schema.tables where table_name = 'bets'
      order by 1`.execute(database.db)
    expect(rows.map(({ schema }) => schema)).toEqual(['market_btc', 'public'])
    game = await start()
    expect(await tradesOf(alice, 'BTC')).toHaveLength(2)
    expect(await tradesOf(alice, 'BNB')).toHaveLength(2)
  })

  test('serves one while the other has no contract', async () => {
    await game.stop()
    game = await start(NO_MARKET)
    expect(await tradesOf(alice, 'BNB')).toHaveLength(2)
    const rest = await allTrades()
    expect({ missing: rest.missing, names: namesOf(rest) }).toEqual({
      missing: 'BTC',
      names: ['BNB 4', 'BNB 1'],
    })
    const unready = await post(game, '/api/current-epoch', { symbol: 'BTC' })
    expect(unready.status).toBe(503)
    const readiness = await get(game, '/readyz')
    expect(readiness.status).toBe(200)
    const { components } = (await readiness.json()) as { components: object }
    expect(components).toMatchObject({ 'index BNB': 'up', 'index BTC': 'down', database: 'up' })
    const { markets } = parse(AppConfig, await (await get(game, '/config.json')).json())
    expect(Object.keys(markets)).toEqual(['BNB'])
  })

  test('learn once what a node refuses', async () => {
    await game.stop()
    const node = await startFaultyNode(chain.rpcUrl)
    onTestFinished(node.close)
    await node.setFault('limits a batch to 3 calls')
    const limits: number[] = []
    const note = (line: string) => {
      const { msg, calls } = JSON.parse(line)
      if (msg === 'node accepts fewer calls at once') limits.push(calls)
    }
    const learning = await start(btcMarket.prediction, node.url, pino({}, { write: note }))
    await learning.stop()
    expect(limits.at(-1)).toBeLessThanOrEqual(3)
    expect(limits).toHaveLength(new Set(limits).size)
    game = await start()
  })

  test('error: does not start when no market can be opened', async () => {
    await game.stop()
    const options = { PREDICTION_ADDRESS: '', GAME_MARKETS: `BNB=${NO_MARKET}` }
    const starting = startGameService(chain, database.url, options)
    await expect(starting).rejects.toMatchObject({ code: 'chain.no-market' })
    game = await start()
  })
})
