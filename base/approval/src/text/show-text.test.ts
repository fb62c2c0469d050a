import { describe, expect, test } from 'vitest'
import { formatAmount, formatFee, formatUsd } from './format-amount.ts'
import { toVisibleName, toVisibleText } from './show-text.ts'

describe('toVisibleText', () => {
  test('names what reorders or hides text, and keeps emoji whole', () => {
    expect(toVisibleText('pay \u202Eevil\u200B\0').text).toBe('pay ⟨U+202E⟩evil⟨U+200B⟩⟨U+0000⟩')
    expect(toVisibleText('©\u202Eevil').text).toBe('©⟨U+202E⟩evil')
    expect(toVisibleText('a\u200Db').text).toBe('a⟨U+200D⟩b')
    expect(toVisibleText('a\nb\tc').text).toBe('a\nb\tc')
    expect(toVisibleText('👩‍🚀').text).toBe('👩‍🚀')
  })

  test('cuts huge text and says how much is missing', () => {
    expect(toVisibleText('x'.repeat(50), 10)).toEqual({ text: 'x'.repeat(10), hiddenLength: 40 })
    expect(toVisibleName('a\nb'.repeat(40))).toHaveLength(41)
  })
})

describe('amounts', () => {
  test('are exact, grouped, and fees never understated', () => {
    expect(formatAmount(1_234_500_000_000_000_000_000n, 18)).toBe('1,234.5')
    expect(formatFee(21_000_000_000_001n, 18)).toBe('0.000022')
    expect(formatUsd(500_000_000_000_000_000n, 18, 61_234_000_000n)).toBe('$306.17')
    expect(formatUsd(1n, 18, 61_234_000_000n)).toBe('< $0.01')
    expect(formatUsd(21_000_000_000_000n, 18, 86_200_000_000n)).toBe('$0.02')
  })
})
