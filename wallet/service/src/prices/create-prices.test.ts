import { parseUnits } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createExchange } from '../chain/exchange.ts'
import { createRpcClient, type RpcClient } from '../chain/rpc-client.ts'
import { startTestChain, TEST_CHAIN, type TestChain } from '../testing/test-chain.ts'
import { addDollarPool, openTestExchange, type TestExchange } from '../testing/test-exchange.ts'
import { NATIVE_COIN } from '../tokens/native-coin.ts'
import type { Token } from '../tokens/token.ts'
import { toUsdNumber, USD_DECIMALS, type UsdPrices } from '../tokens/usd.ts'
import { createPrices, type PricesDeps } from './create-prices.ts'
import { feedsOf } from './price-feeds.ts'

let chain: TestChain
let exchange: TestExchange
let client: RpcClient
let tokens: Token[]

beforeAll(async () => {
  chain = await startTestChain()
  exchange = await openTestExchange(chain)
  client = createRpcClient(chain.chainRpc, TEST_CHAIN)
  const wrapped = { address: exchange.wrappedCoin, name: 'W', symbol: 'WBNB', decimals: 18 }
  tokens = [wrapped, ...exchange.tokens].map(({ address, name, symbol, decimals }) => ({
    chainId: TEST_CHAIN.id,
    address,
    name,
    symbol,
    decimals,
    wrapsCoin: symbol === 'WBNB',
    isHub: false,
  }))
})
afterAll(() => chain.stop())

function pricesWith(changes: Partial<PricesDeps> = {}) {
  const coinFeed = { token: NATIVE_COIN, feed: exchange.feed, description: null }
  return createPrices({
    client,
    tokens: () => Promise.resolve(tokens),
    feeds: [coinFeed],
    poolFloorUsd: 10_000,
    exchange: createExchange(client, [exchange.router]),
    onFailure: () => undefined,
    ...changes,
  })()
}

describe('createPrices', () => {
  test('prices the coin by its feed, the wrapped coin alike, and tokens by their pools', async () => {
    const prices = await pricesWith()
    expect(prices.coin).toBe(parseUnits('600', USD_DECIMALS))
    const numbers = tokens.map(({ address }) => toUsdNumber(prices.tokens.get(address) ?? 0n))
    expect(numbers[0]).toBe(600)
    for (const [index, usd] of [600, 1, 0.42, 12.5].entries()) {
      expect(numbers[index]).toBeCloseTo(usd, 6)
    }
  })

  test('a feed of a token wins over its pool', async () => {
    const [, usd] = tokens
    if (usd === undefined) throw new Error('no token')
    const feeds = [NATIVE_COIN, usd.address].map((token) => ({
      token,
      feed: exchange.feed,
      description: null,
    }))
    const prices = await pricesWith({ feeds })
    expect(prices.tokens.get(usd.address)).toBe(parseUnits('600', USD_DECIMALS))
  })

  test('prices a token that has a pool with a dollar only, by the price of the dollar', async () => {
    const supply = parseUnits('1000000', 18)
    const address = await chain.deploy('MockToken', ['Niche', 'NICHE', 18, supply])
    const [, dollar] = tokens
    if (dollar === undefined) throw new Error('no token')
    await addDollarPool(chain, exchange, address, supply, parseUnits('50000', dollar.decimals))
    const niche = { ...dollar, address, name: 'Niche', symbol: 'NICHE', decimals: 18 }
    const list = [...tokens.map((each) => ({ ...each, isHub: each === dollar })), niche]
    const price = (prices: UsdPrices) => toUsdNumber(prices.tokens.get(address) ?? 0n)
    const read = (changes: Partial<PricesDeps> = {}) =>
      pricesWith({ tokens: () => Promise.resolve(list), ...changes })
    expect(price(await read())).toBeCloseTo(0.05, 6)
    // The dollar's own feed prices it without a price of the coin too.
    const feeds = [{ token: dollar.address, feed: exchange.feed, description: null }]
    expect(price(await read({ feeds }))).toBeCloseTo(30, 6)
    expect(price(await read({ poolFloorUsd: 60_000 }))).toBe(0)
  })

  test('leaves out tokens whose pools hold less than the floor', async () => {
    const prices = await pricesWith({ poolFloorUsd: 2_000_000 })
    expect([...prices.tokens.keys()]).toEqual([exchange.wrappedCoin])
  })

  test('ignores a feed that is not what it should be, and one without a contract', async () => {
    const described = { token: NATIVE_COIN, feed: exchange.feed, description: 'ETH / USD' }
    expect(await pricesWith({ feeds: [described] })).toEqual({ coin: null, tokens: new Map() })
    const missing = { token: NATIVE_COIN, feed: NATIVE_COIN, description: null }
    expect((await pricesWith({ feeds: [missing] })).coin).toBeNull()
  })

  test('ignores a feed that has not reported for more than a day', async () => {
    await chain.rpc('evm_increaseTime', [27 * 3_600])
    await chain.rpc('evm_mine')
    expect((await pricesWith()).coin).toBeNull()
  })
})

describe('feedsOf', () => {
  test('knows feeds of BNB Smart Chain; a configured one replaces the preset', () => {
    const configured = [{ token: NATIVE_COIN, feed: exchange.feed, description: null }]
    const feeds = feedsOf(56, configured)
    expect(feeds.filter(({ token }) => token === NATIVE_COIN)).toEqual(configured)
    expect(feeds.length).toBe(feedsOf(56, []).length)
    expect(feedsOf(TEST_CHAIN.id, [])).toEqual([])
  })
})
