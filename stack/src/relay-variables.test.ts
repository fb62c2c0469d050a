import { expect, test } from 'vitest'
import { hasRelay, relayVariables } from './relay-variables.ts'
import { parseSettings } from './settings.ts'

const PUBLIC = { CHAIN_ID: '97', RPC_URL: 'https://node.example' }

test('a relay runs on a local chain, and elsewhere when the operator says so', () => {
  const runs = (env: Record<string, string>) => hasRelay(parseSettings(env, []))
  expect(runs({})).toBe(true)
  expect(runs({ RELAY: 'off' })).toBe(false)
  expect(runs(PUBLIC)).toBe(false)
  expect(runs({ ...PUBLIC, RELAY: 'on' })).toBe(true)
})

test('its audience follows from the public URL, unless the operator names others', () => {
  const audiences = (env: Record<string, string>) =>
    relayVariables(parseSettings(env, []), 'postgres://relay')['RELAY_AUDIENCES']
  expect(audiences({})).toBeUndefined()
  const site = { ...PUBLIC, GAME_PUBLIC_URL: 'https://play.example' }
  expect(audiences(site)).toBe('wss://play.example/relay')
  const named = 'wss://relay.example'
  expect(audiences({ ...site, RELAY_AUDIENCES: named })).toBe(named)
})

test('RELAY_PORT fixes its port, and is no variable of the relay', () => {
  const fixed = relayVariables(parseSettings({ RELAY_PORT: '4500' }, []), 'postgres://relay')
  expect(fixed['PORT']).toBe('4500')
  // The relay refuses it as a setting of an earlier version.
  expect(fixed).not.toHaveProperty('RELAY_PORT')
})
