import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { InvalidConfigError } from '@bullring/server/config/errors'
import { describe, expect, test } from 'vitest'
import { parseConfig, parseKeeperConfig } from './config.ts'

const KEY = `0x${'ab'.repeat(32)}`

function env(overrides: Record<string, string | undefined> = {}) {
  return {
    PREDICTION_ADDRESS: '0xe7f1725e7734ce288f8367e1bb143e90bb3f0512',
    DATABASE_URL: 'postgres://game:secret@127.0.0.1/game',
    ...overrides,
  }
}

function messageOf(overrides: Record<string, string | undefined>): string {
  try {
    parseConfig(env(overrides))
  } catch (error) {
    if (error instanceof InvalidConfigError) return error.message
    throw error
  }
  return 'no error'
}

describe('parseConfig', () => {
  test('takes roles, and a key only for a keeper', () => {
    const rolesOf = (text: string) => parseConfig(env({ GAME_ROLES: text })).roles
    expect(rolesOf(' api, stream ')).toEqual(new Set(['api', 'stream']))
    const keys = { GAME_KEEPER_PRIVATE_KEY: KEY }
    expect(parseConfig(env({ ...keys, GAME_ROLES: 'index,api' })).keeper).toBeNull()
    expect(parseConfig(env({ ...keys, GAME_ROLES: 'keeper' })).keeper).not.toBeNull()
  })

  test('error: rejects unknown, missing and idle roles', () => {
    for (const text of ['indexer', 'api,', ',', ' ']) {
      expect(messageOf({ GAME_ROLES: text })).toContain(
        'GAME_ROLES must list roles of index, keeper, api, stream, comma-separated',
      )
    }
    expect(messageOf({ GAME_ROLES: 'keeper' })).toContain(
      'GAME_ROLES names only keeper, which needs GAME_KEEPER_PRIVATE_KEY',
    )
  })

  test('reads the brand, with its country rules', () => {
    const folder = mkdtempSync(join(tmpdir(), 'brand-'))
    const BRAND_FILE = join(folder, 'brand.json')
    writeFileSync(
      BRAND_FILE,
      '{"countries": {"refused": ["US"], "unknown": "allow", "header": "CF-IPCountry"}}',
    )
    const config = parseConfig(env({ BRAND_FILE }))
    expect(config.brand?.countries).toMatchObject({ unknown: 'allow', header: 'CF-IPCountry' })
    writeFileSync(BRAND_FILE, '{"colours": {"light": {"accent": "#ffcc00"}}}')
    expect(messageOf({ BRAND_FILE })).toContain('BRAND_FILE cannot be used: colours.light.page')
    rmSync(folder, { recursive: true })
  })

  test('defaults to a local chain', () => {
    expect(parseConfig(env())).toEqual({
      roles: new Set(['index', 'keeper', 'api', 'stream']),
      http: {
        host: '127.0.0.1',
        port: 4000,
        webRoot: null,
        publicOrigin: null,
        allowedOrigins: [],
        proxies: 0,
        requestsPerMinute: 3_000,
        streamsPerIp: 100,
      },
      chain: {
        id: 31_337,
        name: 'Local chain',
        coin: 'BNB',
        rpcUrls: ['http://127.0.0.1:8545'],
        socketUrl: null,
        timeoutMs: 10_000,
        publicRpcUrls: ['/rpc'],
        explorerUrl: null,
        isLocal: true,
      },
      markets: [
        {
          symbol: 'BNB',
          kind: 'bullring',
          predictionAddress: '0xe7f1725E7734CE288F8367e1Bb143E90bb3F0512',
          startBlock: 0,
          schema: null,
          prices: 'oracle',
        },
      ],
      databaseUrl: 'postgres://game:secret@127.0.0.1/game',
      readUrl: null,
      tickerUrl: null,
      natsServers: [],
      operator: { token: null, services: [] },
      keepBetsDays: null,
      pollIntervalMs: 50,
      keeper: null,
      metricsToken: null,
      faucetPrivateKey: null,
      hasBurnerWallet: false,
      languages: ['en'],
      telegramUrl: 'https://telegram.org/',
      hasTelegramBot: false,
      brand: null,
      wallet: null,
      projectId: 'bullring',
      relayServiceUrl: null,
      relayUrl: null,
      frameUrl: null,
      socials: [],
      push: null,
      signIn: 'off',
      logLevel: 'info',
    })
  })

  test('sends browsers to our own origin on a public chain too, never to the internal RPC URL', () => {
    const { chain } = parseConfig(
      env({ CHAIN_ID: '56', RPC_URL: 'https://node.example/secret-key' }),
    )
    expect(chain.isLocal).toBe(false)
    expect(chain.publicRpcUrls).toEqual(['/rpc'])
  })

  test.each([
    ['56', 'BNB Smart Chain', 'BNB', 'https://bscscan.com'],
    ['97', 'BNB Smart Chain Testnet', 'tBNB', 'https://testnet.bscscan.com'],
  ])('knows name, coin and explorer of chain %s', (id, name, coin, explorerUrl) => {
    expect(parseConfig(env({ CHAIN_ID: id })).chain).toMatchObject({ name, coin, explorerUrl })
    const GAME_EXPLORER_URL = 'https://explorer.example'
    const { chain } = parseConfig(env({ CHAIN_ID: id, GAME_EXPLORER_URL }))
    expect(chain.explorerUrl).toBe(GAME_EXPLORER_URL)
  })

  test('has no Telegram button on a public chain without a contact', () => {
    expect(parseConfig(env({ CHAIN_ID: '56' })).telegramUrl).toBeNull()
    const GAME_TELEGRAM_URL = 'https://t.me/example'
    expect(parseConfig(env({ CHAIN_ID: '56', GAME_TELEGRAM_URL })).telegramUrl).toBe(
      GAME_TELEGRAM_URL,
    )
  })

  test.each(['31337', '1337', '909090909'])('takes chain %s as local', (CHAIN_ID) => {
    const play = { GAME_FAUCET_PRIVATE_KEY: `0x${'11'.repeat(32)}` }
    expect(parseConfig(env({ CHAIN_ID, ...play })).chain.isLocal).toBe(true)
  })

  test('requires a way to the chain for pages', () => {
    const pages = { GAME_WEB_ROOT: '/web' }
    expect(messageOf(pages)).toContain('WALLET_SERVICE_URL or GAME_PUBLIC_RPC_URLS')
    for (const name of ['WALLET_SERVICE_URL', 'GAME_PUBLIC_RPC_URLS']) {
      expect(messageOf({ ...pages, [name]: 'https://a.example' })).toBe('no error')
    }
  })

  test('reads lists and flags', () => {
    const config = parseConfig(
      env({
        GAME_PUBLIC_RPC_URLS: 'https://a.example, https://b.example/x',
        GAME_ALLOWED_ORIGINS: 'https://game.example/',
        GAME_PUBLIC_URL: 'https://bullring.example/',
        GAME_KEEPER_PRIVATE_KEY: KEY,
        GAME_KEEPER_SETTLE_EMPTY: 'true',
        GAME_FAUCET_PRIVATE_KEY: KEY,
      }),
    )
    expect(config.chain.publicRpcUrls).toEqual(['https://a.example', 'https://b.example/x'])
    expect(config.http.allowedOrigins).toEqual(['https://game.example'])
    expect(config.http.publicOrigin).toBe('https://bullring.example')
    expect(config.keeper).toEqual({
      privateKey: KEY,
      shouldSettleEmpty: true,
      isDryRun: false,
      maxFeePerGas: 20_000_000_000n,
      payouts: { dailyBudget: 50_000_000_000_000_000n, maxFeePerGas: 5_000_000_000n },
    })
    expect(config.hasBurnerWallet).toBe(true)
  })

  test.each([{ GAME_PAYOUT_DAILY_BUDGET: '0' }, { GAME_KEEPER_DRY_RUN: 'true' }])(
    'sends no winnings with %j',
    (variables) => {
      const config = parseConfig(env({ GAME_KEEPER_PRIVATE_KEY: KEY, ...variables }))
      expect(config.keeper?.payouts).toBeNull()
    },
  )

  test('error: takes amounts of coins in plain numbers only', () => {
    for (const GAME_PAYOUT_DAILY_BUDGET of ['-1', '1e3', '0,5', '.5', '1 BNB'])
      expect(messageOf({ GAME_PAYOUT_DAILY_BUDGET })).toContain('must be an amount of coins')
  })

  test('offers the languages that are switched on, each once', () => {
    const { languages } = parseConfig(env({ GAME_LANGUAGES: 'es, pt-BR,en,es' }))
    expect(languages).toEqual(['es', 'pt-BR', 'en'])
  })

  test('error: names a language that the page does not speak', () => {
    expect(messageOf({ GAME_LANGUAGES: 'en,de' })).toContain(
      'GAME_LANGUAGES has "de", but the page speaks en, zh-CN, es, tr, vi, pt-BR only',
    )
  })

  test('treats an empty variable as absent', () => {
    const config = parseConfig(env({ GAME_WEB_ROOT: '', GAME_KEEPER_PRIVATE_KEY: '' }))
    expect(config.http.webRoot).toBeNull()
    expect(config.keeper).toBeNull()
  })

  test.each(['wss://relay.example/v2', 'ws://localhost:5000', 'ws://127.0.0.1', 'ws://[::1]:5000'])(
    'accepts %s as a relay',
    (url) => {
      expect(parseConfig(env({ GAME_RELAY_URL: url })).relayUrl).toBe(url)
    },
  )

  test('reduces the URL of the embedded wallet to its origin', () => {
    const { frameUrl, socials } = parseConfig(
      env({
        CUSTODY_PUBLIC_URL: 'https://wallet.example/sdk',
        GAME_EMBEDDED_WALLET_SOCIALS: 'google,farcaster',
      }),
    )
    expect({ frameUrl, socials }).toEqual({
      frameUrl: 'https://wallet.example',
      socials: ['google', 'farcaster'],
    })
  })

  test.each([
    'ws://relay.example',
    'ws://127.0.0.1.relay.example',
    'ws://127.0.0.1@relay.example',
    'https://relay.example',
    'relay.example',
  ])('error: rejects %s as a relay', (url) => {
    expect(messageOf({ GAME_RELAY_URL: url })).toContain(
      'GAME_RELAY_URL must be a wss:// URL, or a ws:// one on a loopback host',
    )
  })

  test('requires a wallet service for sign-in', () => {
    const service = { WALLET_SERVICE_URL: 'http://127.0.0.1:4100' }
    for (const mode of ['optional', 'required'] as const) {
      expect(parseConfig(env({ ...service, GAME_SIGN_IN: mode })).signIn).toBe(mode)
      expect(messageOf({ GAME_SIGN_IN: mode })).toContain('WALLET_SERVICE_URL')
    }
    expect(messageOf({ GAME_SIGN_IN: 'off' })).toBe('no error')
    expect(messageOf({ ...service, GAME_SIGN_IN: 'yes' })).toContain(
      'GAME_SIGN_IN must be off, optional or required',
    )
  })

  test('error: names every invalid variable, never a value', () => {
    const message = messageOf({
      PREDICTION_ADDRESS: undefined,
      PORT: '70000',
      RPC_URL: 'ws://secret-host',
      GAME_KEEPER_PRIVATE_KEY: '0xsecret',
      DATABASE_URL: 'mysql://secret',
      LOG_LEVEL: 'loud',
    })
    for (const name of [
      'PREDICTION_ADDRESS',
      'PORT',
      'RPC_URL',
      'GAME_KEEPER_PRIVATE_KEY',
      'DATABASE_URL',
      'LOG_LEVEL',
    ]) {
      expect(message).toContain(name)
    }
    expect(message).not.toContain('secret')
    expect(message).not.toContain('70000')
  })

  test.each(['56', '97', '1', '137', '204', '8453'])(
    'error: rejects play-money features on chain %s',
    (chainId) => {
      const message = messageOf({
        CHAIN_ID: chainId,
        GAME_FAUCET_PRIVATE_KEY: KEY,
        GAME_PRICES: 'BNB=replayed',
      })
      expect(message).toContain('GAME_FAUCET_PRIVATE_KEY')
      expect(message).toContain('GAME_PRICES')
      expect(messageOf({ CHAIN_ID: chainId, GAME_PRICES: '' })).toBe('no error')
    },
  )

  test('error: recognizes other spellings of a public chain id', () => {
    expect(messageOf({ CHAIN_ID: '056', GAME_PRICES: 'BNB=replayed' })).toContain('GAME_PRICES')
    expect(messageOf({ CHAIN_ID: '0x38' })).toContain('CHAIN_ID')
  })
})

describe('parseKeeperConfig', () => {
  test('needs a key and no database', () => {
    const { DATABASE_URL: _, ...alone } = env({
      GAME_KEEPER_PRIVATE_KEY: KEY,
      GAME_KEEPER_MAX_FEE_GWEI: '7',
    })
    const { keeper, ...config } = parseKeeperConfig(alone)
    expect(keeper).toMatchObject({ privateKey: KEY, maxFeePerGas: 7_000_000_000n })
    expect(config).not.toHaveProperty('databaseUrl')
    const withoutKey = { ...alone, GAME_KEEPER_PRIVATE_KEY: '' }
    expect(() => parseKeeperConfig(withoutKey)).toThrow('GAME_KEEPER_PRIVATE_KEY')
  })
})
