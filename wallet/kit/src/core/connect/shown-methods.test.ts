import { expect, test } from 'vitest'
import type { ConnectorDescriptor, ConnectorType } from './connections.ts'
import { isSeparated, shownMethods } from './shown-methods.ts'

const ORDER = ['email', 'social', 'wallet'] as const
const connector = (type: ConnectorType): ConnectorDescriptor => ({
  uid: type,
  id: type,
  name: type,
  type,
  installed: false,
  rdns: null,
  icon: null,
})

test('offers email and social accounts only where the app has a connector for the embedded wallet', () => {
  const options = { enableWallets: true, features: { email: true, socials: ['x'] } } as const
  expect(shownMethods(ORDER, options, [connector('INJECTED')])).toEqual(['wallet'])
  expect(shownMethods(ORDER, options, [connector('AUTH')])).toEqual(ORDER)
})

test('offers nothing that the app has switched off', () => {
  const options = { enableWallets: false, features: { email: false, socials: [] } }
  expect(shownMethods(ORDER, options, [connector('AUTH')])).toEqual([])
})

test('separates wallets from logins, and logins not from each other', () => {
  expect(isSeparated('email', 'social')).toBe(false)
  expect(isSeparated('social', 'wallet')).toBe(true)
  expect(isSeparated('wallet', 'email')).toBe(true)
  expect(isSeparated('wallet', undefined)).toBe(false)
})
