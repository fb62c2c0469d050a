import { describe, expect, test } from 'vitest'
import { openingView } from './opening-view.ts'

describe('openingView', () => {
  test.each([
    ['nothing connected', { isConnected: false }, 'Connect'],
    ['an account', { isConnected: true }, 'Account'],
    ['a view that is asked for', { isConnected: false, asked: 'WhatIsANetwork' }, 'WhatIsANetwork'],
    ['a view of an account, without one', { isConnected: false, asked: 'WalletSend' }, 'Connect'],
    ['a view of an account', { isConnected: true, asked: 'WalletSend' }, 'WalletSend'],
    ['WalletConnect alone, desktop', { hasAdapters: false }, 'ConnectingWalletConnectBasic'],
    ['WalletConnect alone, phone', { hasAdapters: false, isMobile: true }, 'AllWallets'],
    [
      'WalletConnect alone beats a view that is asked for',
      { hasAdapters: false, asked: 'Connect' },
      'ConnectingWalletConnectBasic',
    ],
    ['WalletConnect alone, connected', { hasAdapters: false, isConnected: true }, 'Account'],
  ] as const)('%s', (_, overrides, expected) => {
    const usual = { isConnected: false, isMobile: false, hasAdapters: true }
    expect(openingView({ ...usual, ...overrides })).toBe(expected)
  })
})
