import { beforeEach, describe, expect, test, vi } from 'vitest'
import { isBurnerAllowed, loadBurnerKey } from './burner-key.ts'

const key = `0x${'ab'.repeat(32)}` as const

beforeEach(() => {
  localStorage.clear()
})

describe('isBurnerAllowed', () => {
  test.each([
    [31_337, true, true],
    [31_337, false, false],
    [56, true, false],
    [97, true, false],
  ])('chain %i with the feature %s: %s', (chainId, isFeatureOn, expected) => {
    expect(isBurnerAllowed(chainId, isFeatureOn)).toBe(expected)
  })
})

describe('loadBurnerKey', () => {
  test('creates a key once and stores it', () => {
    const generate = vi.fn(() => key)
    expect(loadBurnerKey(localStorage, generate)).toBe(key)
    expect(loadBurnerKey(localStorage, generate)).toBe(key)
    expect(generate).toHaveBeenCalledTimes(1)
  })

  test('replaces an invalid key', () => {
    localStorage.setItem('bullring.play-money-key', 'hello')
    expect(loadBurnerKey(localStorage, () => key)).toBe(key)
  })
})
