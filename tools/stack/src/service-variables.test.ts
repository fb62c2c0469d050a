import { describe, expect, test } from 'vitest'
import { gameVariables, walletVariables } from './service-variables.ts'
import { parseSettings } from './settings.ts'

const databaseUrl = 'postgres://127.0.0.1/x'
const parts = { databaseUrl, webRoot: '/web', walletUrl: 'http://127.0.0.1:1', world: null }

describe('gameVariables', () => {
  test('hands on what the operator has set, but not to the other service', () => {
    const given = { GAME_RELAY_URL: 'wss://relay.example', WALLET_ANALYTICS: 'true' }
    const variables = gameVariables(parseSettings(given, []), parts)
    expect(variables).toMatchObject({ GAME_RELAY_URL: 'wss://relay.example' })
    expect(variables).not.toHaveProperty('WALLET_ANALYTICS')
  })

  test.each([
    [{}, 'bullring'],
    [{ GAME_PROJECT_ID: '' }, 'bullring'],
    [{ GAME_PROJECT_ID: 'my-id' }, 'my-id'],
  ])('calls the wallet service by a name that it knows: %j', (given, name) => {
    const settings = parseSettings(given, [])
    expect(gameVariables(settings, parts)['GAME_PROJECT_ID']).toBe(name)
    expect(walletVariables(settings, parts)['WALLET_PROJECT_IDS']).toBe(name)
  })
})
