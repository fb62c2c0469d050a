import { describe, expect, test } from 'vitest'
import { openingView } from './opening-view.ts'

describe('openingView', () => {
  test.each([
    ['nothing connected', { isConnected: false }, 'Connect'],
    ['an account', { isConnected: true }, 'Account'],
    ['an explicit view', { isConnected: false, requested: 'WhatIsANetwork' }, 'WhatIsANetwork'],
    [
      'a view of an account, without one',
      { isConnected: false, requested: 'WalletSend' },
      'Connect',
    ],
    ['a view of an account', { isConnected: true, requested: 'WalletSend' }, 'WalletSend'],
    ['WalletConnect alone, desktop', { hasConnectors: false }, 'ConnectingWalletConnectBasic'],
    ['WalletConnect alone, phone', { hasConnectors: false, isMobile: true }, 'AllWallets'],
    [
      'WalletConnect alone overrides an explicit view',
      { hasConnectors: false, requested: 'Connect' },
      'ConnectingWalletConnectBasic',
    ],
    [
      'no consent, a way to connect',
      { isConsentMissing: true, requested: 'ConnectSocials' },
      'Connect',
    ],
    ['no consent, a text', { isConsentMissing: true, requested: 'WhatIsAWallet' }, 'WhatIsAWallet'],
    [
      'no consent, WalletConnect alone',
      { isConsentMissing: true, hasConnectors: false },
      'Connect',
    ],
    ['no consent, an account', { isConsentMissing: true, isConnected: true }, 'Account'],
    ['WalletConnect alone, connected', { hasConnectors: false, isConnected: true }, 'Account'],
  ] as const)('%s', (_, overrides, expected) => {
    const defaults = {
      isConnected: false,
      isMobile: false,
      hasConnectors: true,
      isConsentMissing: false,
    }
    expect(openingView({ ...defaults, ...overrides })).toBe(expected)
  })
})
