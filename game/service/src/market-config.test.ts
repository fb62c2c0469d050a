import { describe, expect, test } from 'vitest'
import { parseConfig, parseKeeperConfig } from './config.ts'

const BNB = '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512'
const BTC = '0xCf7Ed3AccA5a467e9e704C703E8D87F634fB0Fc9'
const KEY = `0x${'11'.repeat(32)}`

const env = (overrides: Record<string, string> = {}) => ({
  DATABASE_URL: 'postgres://game:secret@127.0.0.1/game',
  ...overrides,
})
const marketsOf = (overrides: Record<string, string>) => parseConfig(env(overrides)).markets

function messageOf(overrides: Record<string, string>): string {
  try {
    parseConfig(env(overrides))
  } catch (error) {
    if (error instanceof Error) return error.message
    throw error
  }
  return 'no error'
}

describe('GAME_MARKETS', () => {
  test('lists markets with start block and kind; the default one stays in the default schema', () => {
    const markets = marketsOf({
      GAME_MARKETS: `BTC=${BTC.toLowerCase()}@45, BNB=pancake-v2:${BNB}`,
      START_BLOCK: '7',
      GAME_PRICES: 'BNB=replayed,BTC=generated',
    })
    expect(markets).toEqual([
      {
        symbol: 'BTC',
        kind: 'bullring',
        predictionAddress: BTC,
        startBlock: 45,
        schema: 'market_btc',
        prices: 'generated',
      },
      {
        symbol: 'BNB',
        kind: 'pancake-v2',
        predictionAddress: BNB,
        startBlock: 7,
        schema: null,
        prices: 'replayed',
      },
    ])
  })

  test('a keeper settles the bullring markets of a mixed list', () => {
    const mixed = { GAME_MARKETS: `BNB=pancake-v2:${BNB},BTC=${BTC}` }
    const config = parseKeeperConfig({ ...env(mixed), GAME_KEEPER_PRIVATE_KEY: KEY })
    expect(config.markets.map(({ kind }) => kind)).toEqual(['pancake-v2', 'bullring'])
    const foreign = { GAME_MARKETS: `BNB=pancake-v2:${BNB}`, GAME_KEEPER_PRIVATE_KEY: KEY }
    expect(messageOf(foreign)).toContain('GAME_KEEPER_PRIVATE_KEY cannot be used with pancake-v2')
  })

  test.each(['BNB', `${BNB}`, 'BNB=0x12', `bnb=${BNB}`, `ALL=${BNB}`, `BNB=other:${BNB}`, ','])(
    'error: says in one sentence how to write %s',
    (text) => {
      expect(messageOf({ GAME_MARKETS: text })).toMatch(
        /GAME_MARKETS must list markets as SYMBOL=ADDRESS or SYMBOL=ADDRESS@START_BLOCK/,
      )
    },
  )

  test('error: refuses a market that is named twice', () => {
    expect(messageOf({ GAME_MARKETS: `BNB=${BNB},BNB=${BTC}` })).toContain('names a symbol twice')
    expect(messageOf({ GAME_MARKETS: `BNB=${BNB},BTC=${BNB}` })).toContain('names a contract twice')
    expect(messageOf({ GAME_MARKETS: `BTC=${BTC}`, PREDICTION_ADDRESS: BNB })).toContain(
      'GAME_MARKETS and PREDICTION_ADDRESS both name the market',
    )
  })

  test('error: rejects generated prices on a public chain', () => {
    const variables = { CHAIN_ID: '56', GAME_MARKETS: `BTC=${BTC}` }
    expect(messageOf({ ...variables, GAME_PRICES: 'BTC=generated' })).toContain(
      'GAME_PRICES is for local chains',
    )
    expect(messageOf({ GAME_PRICES: 'BTC' })).toContain('GAME_PRICES must be a list')
  })
})
