import { describe, expect, test } from 'vitest'
import { amountText, cleanAmount, parseAmount, usdText } from './amount-text.ts'

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
  ])('values %s at %s as %s', (amount, price, text) => {
    expect(usdText(amount, 6, price)).toBe(text)
  })
})

describe('cleanAmount', () => {
  test.each([
    ['1,5', '', '1.5'],
    ['.5', '', '0.5'],
    ['1.2.3', '1.2', '1.2'],
    ['1e5', '1', '1'],
    ['-1', '', ''],
    [' 12 ', '', '12'],
    ['', '1', ''],
  ])('makes %j, after %j, %j', (typed, before, text) => {
    expect(cleanAmount(typed, before)).toBe(text)
  })
})

describe('parseAmount', () => {
  test.each([
    ['1.5', 6, 1_500_000n],
    ['1.', 6, 1_000_000n],
    ['0', 6, 0n],
    ['0.0000001', 6, null],
    ['', 6, null],
    ['.', 6, null],
    ['1,5', 6, null],
    ['123456789.123456789012345678', 18, 123_456_789_123_456_789_012_345_678n],
  ])('reads %j at %s decimals as %s', (text, decimals, amount) => {
    expect(parseAmount(text, decimals)).toBe(amount)
  })
})
