import { InvalidConfigError } from '@bullring/server/config/errors'
import { describe, expect, test } from 'vitest'
import { parseConfig } from './config.ts'
import { NATIVE_COIN } from './tokens/native-coin.ts'

const MINIMAL = {
  WALLET_DATABASE_URL: 'postgres://user:hunter2@localhost/wallet',
  WALLET_RPC_URLS: '31337=http://127.0.0.1:8545',
  WALLET_PROJECT_IDS: 'mine',
}

describe('parseConfig', () => {
  test('requires a database, a node and a project id', () => {
    expect(parseConfig(MINIMAL)).toMatchObject({
      mainChainId: 31_337,
      http: { host: '127.0.0.1', port: 4100, proxies: 0 },
      access: { projectIds: ['mine'], publicOrigin: null, allowedOrigins: [] },
      countsEvents: false,
      explorer: null,
    })
  })

  test('keeps the order of the nodes of a chain, and everything after the first equals sign', () => {
    const { rpcUrls } = parseConfig({
      ...MINIMAL,
      CHAIN_ID: '56',
      WALLET_RPC_URLS: '56=https://a.example/?key=x, 1=https://c.example,56=https://b.example',
    })
    expect([...rpcUrls]).toEqual([
      [56, ['https://a.example/?key=x', 'https://b.example']],
      [1, ['https://c.example']],
    ])
  })

  test('reduces public URL and allowed origins to origins', () => {
    const GAME_PUBLIC_URL = 'https://bullring.example/game'
    const WALLET_ALLOWED_ORIGINS = 'https://play.example/path'
    const config = parseConfig({ ...MINIMAL, GAME_PUBLIC_URL, WALLET_ALLOWED_ORIGINS })
    expect(config.access).toMatchObject({
      publicOrigin: 'https://bullring.example',
      allowedOrigins: ['https://play.example'],
    })
  })

  test('reads feeds of coins and of tokens', () => {
    const [token, feed] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`]
    const { priceFeeds } = parseConfig({
      ...MINIMAL,
      WALLET_PRICE_FEEDS: `56=${feed},97:${token}=${feed}`,
    })
    expect(priceFeeds).toEqual([
      { chainId: 56, token: NATIVE_COIN, feed },
      { chainId: 97, token, feed },
    ])
  })

  test.each([
    [{ WALLET_DATABASE_URL: '' }, 'WALLET_DATABASE_URL is missing'],
    [{ WALLET_PROJECT_IDS: '' }, 'WALLET_PROJECT_IDS must name at least one project id'],
    [{ WALLET_PROJECT_IDS: 'a b' }, 'WALLET_PROJECT_IDS must be letters'],
    [{ WALLET_RPC_URLS: 'https://a.example' }, 'WALLET_RPC_URLS must be a list such as'],
    [{ CHAIN_ID: '56' }, 'WALLET_RPC_URLS names no node of the chain CHAIN_ID'],
    [{ WALLET_PRICE_FEEDS: '56=0x12' }, 'WALLET_PRICE_FEEDS must be a list such as 56=0x'],
    [
      {
        CHAIN_ID: '56',
        WALLET_RPC_URLS: '56=http://127.0.0.1:1',
        WALLET_PLAY_MONEY_PRIVATE_KEY: `0x${'11'.repeat(32)}`,
      },
      'WALLET_PLAY_MONEY_PRIVATE_KEY is for local chains only',
    ],
    [{ WALLET_PLAY_MONEY_PRIVATE_KEY: '0x12' }, 'WALLET_PLAY_MONEY_PRIVATE_KEY must be 0x and 64'],
    [{ WALLET_MOONPAY_SECRET_KEY: 'x' }, 'WALLET_MOONPAY_PUBLIC_KEY, _SECRET_KEY and _WEBHOOK_KEY'],
    [{ PORT: '65536' }, 'PORT must be a whole number'],
    [{ WALLET_ANALYTICS: 'perhaps' }, 'WALLET_ANALYTICS must be true or false'],
  ])('error: rejects %j', (overrides, sentence) => {
    const parseIt = () => parseConfig({ ...MINIMAL, ...overrides })
    expect(parseIt).toThrow(InvalidConfigError)
    expect(parseIt).toThrow(sentence)
    expect(parseIt).not.toThrow(/hunter2/)
  })
})
