import type { AppConfig } from '@bullring/wire/game-api/config'
import { expect, test } from 'vitest'
import { testAppConfig } from '#testing/test-app-config.ts'
import { createWagmiConfig } from './wagmi-config.ts'

const typesOf = (overrides: Partial<AppConfig>) =>
  createWagmiConfig(testAppConfig(overrides), window).connectors.map(({ type }) => type)

test('createWagmiConfig offers WalletConnect only with a relay', () => {
  expect(typesOf({})).not.toContain('walletConnect')
  expect(typesOf({ relayUrl: 'wss://relay.example' })).toContain('walletConnect')
})
