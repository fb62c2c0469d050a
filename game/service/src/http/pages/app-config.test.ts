import { expect, test } from 'vitest'
import { parseConfig } from '../../config.ts'
import { toAppConfig } from './app-config.ts'

const ENV = {
  DATABASE_URL: 'postgres://game@127.0.0.1/game',
  PREDICTION_ADDRESS: '0x0000000000000000000000000000000000000001',
}

test.each([
  [{}, null],
  [{ GAME_RELAY_SERVICE_URL: 'http://127.0.0.1:4500' }, '/relay'],
  [{ GAME_RELAY_URL: 'wss://relay.example' }, 'wss://relay.example'],
  [
    {
      GAME_RELAY_SERVICE_URL: 'http://127.0.0.1:4500',
      GAME_RELAY_URL: 'wss://relay.example',
    },
    'wss://relay.example',
  ],
])('toAppConfig names the relay of %o', (env, relayUrl) => {
  expect(toAppConfig(parseConfig({ ...ENV, ...env }), {}).relayUrl).toBe(relayUrl)
})
