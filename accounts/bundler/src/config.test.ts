import { InvalidConfigError } from '@bullring/server/config/errors'
import { expect, test } from 'vitest'
import { parseConfig } from './config.ts'

const ENV = {
  BUNDLER_DATABASE_URL: 'postgres://bundler@127.0.0.1/bundler',
  CHAIN_ID: '56',
  RPC_URL: 'http://127.0.0.1:1',
  BUNDLER_RELAYER_PRIVATE_KEY: `0x${'1'.repeat(64)}`,
  BUNDLER_CUSTODY_TOKEN: 'token-of-the-custody-service',
}

test('takes a token for each service, that of the wallet service if it calls', () => {
  const custody = ENV.BUNDLER_CUSTODY_TOKEN
  expect(parseConfig(ENV).callerTokens).toEqual({ custody, wallet: null })
  const wallet = 'token-of-the-wallet-service'
  const both = parseConfig({ ...ENV, BUNDLER_WALLET_TOKEN: wallet })
  expect(both.callerTokens).toEqual({ custody, wallet })
})

test('error: refuses one token for both services', () => {
  const env = { ...ENV, BUNDLER_WALLET_TOKEN: ENV.BUNDLER_CUSTODY_TOKEN }
  expect(() => parseConfig(env)).toThrow(InvalidConfigError)
  expect(() => parseConfig(env)).toThrow('BUNDLER_WALLET_TOKEN must not be')
})
