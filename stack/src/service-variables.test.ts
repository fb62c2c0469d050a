import { describe, expect, test } from 'vitest'
import {
  gameVariables,
  priceLabels,
  type ServedMarket,
  walletVariables,
} from './service-variables.ts'
import { parseSettings } from './settings.ts'

const databaseUrl = 'postgres://127.0.0.1/x'
const market: ServedMarket = {
  kind: 'public',
  rpcUrl: 'https://own.example/key',
  marketKind: 'bullring',
  prediction: `0x${'18'.repeat(20)}`,
  startBlock: 5,
  priceFeed: `0x${'19'.repeat(20)}`,
}
const options = {
  databaseUrl,
  webRoot: '/web',
  walletUrl: 'http://127.0.0.1:1',
  relayServiceUrl: null,
  market,
  nameSignerKey: `0x${'11'.repeat(32)}`,
  services: {},
  embeddedWallet: null,
  bundler: null,
}

describe('walletVariables', () => {
  const publicChain = { CHAIN_ID: '56', RPC_URL: 'https://own.example/key' }

  test.each([
    ['', '56=https://own.example/key'],
    ['1=https://eth.example', '56=https://own.example/key,1=https://eth.example'],
    ['56=https://a.example, 56=https://b.example', '56=https://a.example,56=https://b.example'],
  ])('keeps visitors off our node where %j names another', (WALLET_RPC_URLS, expected) => {
    const settings = parseSettings({ ...publicChain, WALLET_RPC_URLS }, [])
    expect(walletVariables(settings, options)['WALLET_RPC_URLS']).toBe(expected)
    expect(gameVariables(settings, options)['RPC_URL']).toBe('https://own.example/key')
  })
})

describe('walletVariables', () => {
  test("prices the coin by the market's feed, unless the operator names another", () => {
    const name = 'WALLET_PRICE_FEEDS'
    const feedOf = (given: Record<string, string>) =>
      walletVariables(parseSettings(given, []), options)[name]
    const [own, token] = [`31337=0x${'20'.repeat(20)}`, `31337:0x${'21'.repeat(20)}=0xfeed`]
    expect(feedOf({})).toBe(`31337=${market.priceFeed}`)
    expect(feedOf({ [name]: own })).toBe(own)
    expect(feedOf({ [name]: token })).toBe(`31337=${market.priceFeed},${token}`)
  })
})

describe('walletVariables', () => {
  test('serves the pages that the game service serves, unless the operator names others', () => {
    const originsOf = (given: Record<string, string>) =>
      walletVariables(parseSettings(given, []), options)['WALLET_ALLOWED_ORIGINS']
    const GAME_ALLOWED_ORIGINS = 'https://a.example,https://b.example'
    expect(originsOf({ GAME_ALLOWED_ORIGINS })).toBe(GAME_ALLOWED_ORIGINS)
    const own = { GAME_ALLOWED_ORIGINS, WALLET_ALLOWED_ORIGINS: 'https://c.example' }
    expect(originsOf(own)).toBe('https://c.example')
    expect(originsOf({})).toBe('')
  })
})

describe('walletVariables', () => {
  test('listens where only the game service finds it, unless the operator names a port', () => {
    const portOf = (given: Record<string, string>) =>
      walletVariables(parseSettings(given, []), options)
    expect(portOf({})).toMatchObject({ BULLRING_HOST: '127.0.0.1', PORT: '0' })
    const own = { WALLET_PORT: '4100', WALLET_OWN_URL: 'https://w.example' }
    expect(portOf({ ...own, BULLRING_HOST: '10.0.0.5', TRUST_PROXY: '2' })).toMatchObject({
      BULLRING_HOST: '127.0.0.1',
      PORT: '4100',
      TRUST_PROXY: 'true',
      WALLET_OWN_URL: 'https://w.example',
    })
    expect(portOf(own)).not.toHaveProperty('WALLET_PORT')
  })
})

const TOKENS = { custody: 'a'.repeat(16), wallet: 'b'.repeat(16) }

test('reads sessions of a public chain from the start of its market, with a bundler of ours', () => {
  const bundler = { url: 'http://127.0.0.1:4400/rpc', tokens: TOKENS }
  const fromBlock = (changes: { bundler?: typeof bundler; market?: ServedMarket }) => {
    const given = { CHAIN_ID: '56', RPC_URL: 'https://own.example', START_BLOCK: '7' }
    return walletVariables(parseSettings(given, []), { ...options, ...changes })['START_BLOCK']
  }
  expect(fromBlock({ bundler })).toBe('5')
  const listed = { kind: 'listed', rpcUrl: '', priceFeed: null } as const
  expect(fromBlock({ bundler, market: listed })).toBe('7')
  expect(fromBlock({})).toBeUndefined()
})

describe('gameVariables', () => {
  test('gives the token of the operator to the game service alone, with the services that it shows', () => {
    const token = 'the-token-of-the-operator-of-this-site'
    const keeper = 'keeper=http://127.0.0.1:4001'
    const given = { OPERATOR_TOKEN: token, OPERATOR_SERVICES: keeper }
    const settings = parseSettings(given, [])
    const services = { wallet: 'http://127.0.0.1:1' }
    expect(gameVariables(settings, { ...options, services })).toMatchObject({
      OPERATOR_TOKEN: token,
      OPERATOR_SERVICES: `wallet=http://127.0.0.1:1,${keeper}`,
    })
    expect(JSON.stringify(walletVariables(settings, options))).not.toContain(token)
  })

  test('passes each service only its own variables from the operator', () => {
    const given = { GAME_RELAY_URL: 'wss://relay.example', WALLET_ANALYTICS: 'true' }
    const variables = gameVariables(parseSettings(given, []), options)
    expect(variables).toMatchObject({ GAME_RELAY_URL: 'wss://relay.example' })
    expect(variables).not.toHaveProperty('WALLET_ANALYTICS')
  })

  test.each([
    [{}, 'bullring'],
    [{ GAME_PROJECT_ID: '' }, 'bullring'],
    [{ GAME_PROJECT_ID: 'my-id' }, 'my-id'],
  ])('uses a project id that the wallet service accepts: %j', (given, projectId) => {
    const settings = parseSettings(given, [])
    expect(gameVariables(settings, options)['GAME_PROJECT_ID']).toBe(projectId)
    expect(walletVariables(settings, options)['WALLET_PROJECT_IDS']).toBe(projectId)
  })
})

test('sends calls of session keys through our bundler, not through a hosted one', () => {
  const variablesFor = (tokens: typeof TOKENS | null) =>
    walletVariables(parseSettings({}, []), { ...options, bundler: { url, tokens } })
  const url = 'http://127.0.0.1:4400/rpc'
  const variables = { BUNDLER_URL: url, BUNDLER_WALLET_TOKEN: TOKENS.wallet }
  expect(variablesFor(TOKENS)).toMatchObject(variables)
  expect(variablesFor(null)).not.toHaveProperty('BUNDLER_URL')
})

describe('priceLabels', () => {
  const labelsOf = (env: Record<string, string>, hasBtc: boolean) =>
    priceLabels(parseSettings(env, []).chain, hasBtc)

  test('says which prices of a local chain are not those of today', () => {
    expect(labelsOf({}, false)).toEqual({ GAME_PRICES: 'BNB=replayed' })
    expect(labelsOf({}, true)).toEqual({ GAME_PRICES: 'BNB=replayed,BTC=generated' })
    expect(labelsOf({ PRICE_SOURCE: 'live' }, true)).toEqual({})
    expect(labelsOf({ CHAIN_ID: '56', RPC_URL: 'https://own.example' }, true)).toEqual({})
  })
})
