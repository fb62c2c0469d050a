import { describe, expect, test } from 'vitest'
import { methodOrder } from './method-order.ts'

describe('methodOrder', () => {
  test('puts wallets first when one is installed, else last', () => {
    const order = (hasInstalledWallet: boolean) =>
      methodOrder({ configured: undefined, hasInstalledWallet })
    expect(order(true)).toEqual(['wallet', 'email', 'social'])
    expect(order(false)).toEqual(['email', 'social', 'wallet'])
  })

  test('obeys the configuration whatever is installed', () => {
    const configured = ['social', 'wallet'] as const
    expect(methodOrder({ configured, hasInstalledWallet: true })).toBe(configured)
  })
})
