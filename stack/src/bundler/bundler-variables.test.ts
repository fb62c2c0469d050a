import { expect, test } from 'vitest'
import { parseSettings } from '../settings.ts'
import { bundlerVariables } from './bundler-variables.ts'
import { hasOwnBundler } from './start-bundler.ts'

const PUBLIC = { CHAIN_ID: '97', RPC_URL: 'http://127.0.0.1:3' }
const KEY = { BUNDLER_RELAYER_PRIVATE_KEY: `0x${'1'.repeat(64)}` }
const MARKET = { kind: 'listed', rpcUrl: PUBLIC.RPC_URL, priceFeed: null } as const

test('runs on a local chain, on others with a key only, and nowhere beside a hosted one', () => {
  const runs = (env: Record<string, string>) => hasOwnBundler(parseSettings(env, []))
  expect(runs({})).toBe(true)
  expect(runs(PUBLIC)).toBe(false)
  expect(runs({ ...PUBLIC, ...KEY })).toBe(true)
  expect(runs({ BUNDLER_URL: 'https://bundler.example' })).toBe(false)
})

test('pays for no one on a public chain unless methods are listed', () => {
  const methodsOf = (env: Record<string, string>) => {
    const settings = parseSettings({ ...PUBLIC, ...KEY, ...env }, [])
    const tokens = { custody: 'a'.repeat(16), wallet: 'b'.repeat(16) }
    const options = { market: MARKET, databaseUrl: 'postgres://bundler', tokens }
    return bundlerVariables(settings, options)['BUNDLER_SPONSORED_METHODS']
  }
  expect(methodsOf({})).toBeUndefined()
  const method = `0x${'ab'.repeat(20)}:0x12345678`
  expect(methodsOf({ BUNDLER_SPONSORED_METHODS: method })).toBe(method)
})
