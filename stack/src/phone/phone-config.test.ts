import { expect, test } from 'vitest'
import { parseSettings } from '../settings.ts'
import { hasPhone, phoneConfig } from './phone-config.ts'

const PUBLIC = { CHAIN_ID: '97', RPC_URL: 'https://node.example', RELAY: 'on' }
const MARKET = {
  prediction: '0x00000000000000000000000000000000000000aa',
  oracle: '0x00000000000000000000000000000000000000bb',
  startBlock: 1,
} as const

const configOf = (env: Record<string, string>) =>
  phoneConfig(parseSettings(env, []), { market: MARKET, btc: null })

test('there is a test wallet on local chains with a relay only', () => {
  const has = (env: Record<string, string>) => hasPhone(parseSettings(env, []))
  expect(has({})).toBe(true)
  expect(has({ RELAY: 'off' })).toBe(false)
  expect(has(PUBLIC)).toBe(false)
})

test('knows local chains only, the game’s first', () => {
  const WALLET_RPC_URLS = '56=https://bsc.example,1337=http://127.0.0.1:1,1=https://eth.example'
  const { chains } = configOf({ WALLET_RPC_URLS })
  expect(chains.map(({ id, rpcUrl, faucetUrl }) => [id, rpcUrl, faucetUrl])).toEqual([
    [31_337, '/rpc/31337', '/api/faucet'],
    [1_337, '/rpc/1337', null],
  ])
})

test('meets apps at the game’s relay', () => {
  expect(configOf({ PORT: '4000' }).relayUrl).toBe('ws://127.0.0.1:4000/relay')
  expect(configOf({ PORT: '4000', BULLRING_HOST: '0.0.0.0' }).relayUrl).toBe(
    'ws://127.0.0.1:4000/relay',
  )
  expect(configOf({ GAME_PUBLIC_URL: 'https://play.example' }).relayUrl).toBe(
    'wss://play.example/relay',
  )
  expect(configOf({ GAME_RELAY_URL: 'wss://relay.example' }).relayUrl).toBe('wss://relay.example')
})
