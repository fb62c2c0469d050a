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
    urls,
    keys: newEmbeddedKeys(),
    smtpUrl: 'smtp://127.0.0.1:25',
    frameRoot: '',
    walletUrl: 'http://127.0.0.1:1',
    market: MARKET,
    loginProvider: { url: 'http://127.0.0.1:2', clients: 'google=id:secret' },
    farcaster: null,
    bundler: null,
  }
  return [
    vaultVariables(settings, options, 'postgres://vault'),
    custodyVariables(settings, options, 'postgres://custody'),
  ]
}

test('a published local chain has the limits of a real one', () => {
  for (const variables of variablesOf({})) {
    expect(variables).toHaveProperty('LOGIN_DEVELOPER_LIMITS', 'true')
  }
  for (const variables of variablesOf(PUBLISHED)) {
    expect(variables).not.toHaveProperty('LOGIN_DEVELOPER_LIMITS')
  }
})

test('both services know the same apps', () => {
  const CUSTODY_PROJECTS = 'theirs=https://app.example'
  for (const variables of variablesOf({ CUSTODY_PROJECTS })) {
    expect(variables).toMatchObject({ CUSTODY_PROJECTS })
  }
})
