import { describe, expect, test } from 'vitest'
import { amountText, usdText } from './amount-text.ts'

describe('amountText', () => {
  test.each([
    [1_234_999n, 6, 3, '1.234'],
    [1_000_000n, 6, 3, '1'],
    [1_500_000n, 6, 3, '1.5'],
    [999n, 6, 3, '<0.001'],
    [0n, 6, 3, '0'],
    [1n, 18, 8, '<0.00000001'],
  ])('shows %s of %s decimals with %s places as %s', (amount, decimals, places, text) => {
    expect(amountText(amount, decimals, places)).toBe(text)
  })
})

describe('usdText', () => {
  test.each([
    [2_000_000n, 600.5, '$1,201.00'],
    [1n, 1, '<$0.01'],
    [0n, 1, '$0.00'],
    [1_000_000n, null, null],
    [999_999_999_999n * 10n ** 6n, 1, '$999,999,999,999.00'],
    [10n ** 66n, 600, '>$999,999,999,999'],
  ])('values %s at %s as %s', (amount, price, text) => {
    expect(usdText(amount, 6, price)).toBe(text)
  })
})
