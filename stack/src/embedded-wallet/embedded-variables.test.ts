import { expect, test } from 'vitest'
import { parseSettings } from '../settings.ts'
import { newEmbeddedKeys } from './embedded-keys.ts'
import { embeddedUrls } from './embedded-urls.ts'
import { custodyVariables, vaultVariables } from './embedded-variables.ts'

const PUBLISHED = {
  GAME_PUBLIC_URL: 'https://game.example',
  CUSTODY_PUBLIC_URL: 'https://wallet.example',
  VAULT_PUBLIC_URL: 'https://vault.example',
}

const MARKET = { kind: 'listed', rpcUrl: 'http://127.0.0.1:3', priceFeed: null } as const

function variablesOf(env: Record<string, string>) {
  const settings = parseSettings(env, [])
  const urls = embeddedUrls(settings)
  if (urls === null) throw new Error('The embedded wallet is left out')
  const options = {
    ...{ urls, keys: newEmbeddedKeys(), smtpUrl: 'smtp://127.0.0.1:25', frameRoot: '' },
    ...{ walletUrl: 'http://127.0.0.1:1', market: MARKET },
    loginProvider: { url: 'http://127.0.0.1:2', clients: 'google=id:secret' },
    farcaster: null,
    bundler: null,
  }
  return {
    ...vaultVariables(settings, options, 'postgres://vault'),
    ...custodyVariables(settings, options, 'postgres://custody'),
  }
}

const LIMITS = [
  'VAULT_MAILS_PER_DAY',
  'VAULT_MAILS_PER_HOUR_AND_IP',
  'VAULT_RELEASES_PER_DAY',
  'CUSTODY_RECOVERIES_PER_DAY',
]

test('a published local chain has the limits of a real one', () => {
  expect(Object.keys(variablesOf({}))).toEqual(expect.arrayContaining(LIMITS))
  const published = variablesOf(PUBLISHED)
  expect(LIMITS.filter((name) => name in published)).toEqual([])
})
