import { describe, expect, test } from 'vitest'
import { createPersistence, type KeyValueStorage } from '#core/persistence.ts'
import { createRecentWallets } from './recent-wallets.ts'

function memory(initial: Record<string, string> = {}): KeyValueStorage {
  const values = new Map(Object.entries(initial))
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  }
}

const wallet = (digit: string) => ({ id: digit.repeat(64), name: `Wallet ${digit}` })

describe('createRecentWallets', () => {
  test('keeps two, the latest first, and moves one used again to the front', () => {
    const storage = memory()
    const recent = createRecentWallets(createPersistence(() => storage))
    for (const digit of ['a', 'b', 'c', 'b']) recent.add(wallet(digit))
    expect(recent.read().map(({ name }) => name)).toEqual(['Wallet b', 'Wallet c'])
  })

  test.each([
    ['nothing stored', memory()],
    ['no JSON', memory({ '@bullring/wallet-kit/recent_wallets': '{' })],
    ['another shape', memory({ '@bullring/wallet-kit/recent_wallets': '[{"id":1}]' })],
  ])('is empty with %s', (_, storage) => {
    expect(createRecentWallets(createPersistence(() => storage)).read()).toEqual([])
  })

  test('works with a storage that throws', () => {
    const refusing = () => {
      throw new Error('blocked')
    }
    const recent = createRecentWallets(createPersistence(refusing))
    recent.add(wallet('a'))
    expect(recent.read()).toEqual([])
  })
})
