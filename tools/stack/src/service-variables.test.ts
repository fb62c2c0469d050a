import { describe, expect, test } from 'vitest'
import { gameVariables, walletVariables } from './service-variables.ts'
import { parseSettings } from './settings.ts'

const databaseUrl = 'postgres://127.0.0.1/x'
const options = { databaseUrl, webRoot: '/web', walletUrl: 'http://127.0.0.1:1', localGame: null }

describe('gameVariables', () => {
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
