import { describe, expect, test } from 'vitest'
import { parseAmount, typedAmount } from './typed-amount.ts'

describe('typedAmount', () => {
  test.each([
    ['0,05', '0.05'],
    ['1,5', '1.5'],
    ['.5', '0.5'],
    [',5', '0.5'],
    [' 12 ', '12'],
    ['1.5\n', '1.5'],
    ['1 000,50', '1000.50'],
    ['12\u202f000\u00a0000', '12000000'],
    ['0。5', '0.5'],
    ['０．５', '0.5'],
    ['０,5', '0.5'],
    ['。5', '0.5'],
    ['١٢', '12'],
    ['٠٫٥', '0.5'],
    ['١٬٠٠٠', '1000'],
    ['１　０００', '1000'],
    ['\u200e0.5\u200b', '0.5'],
    ['', ''],
  ])('shows %j as %j', (typed, text) => {
    expect(typedAmount(typed)).toBe(text)
  })

  test.each([
    '1.000,50',
    '1,000.50',
    '1,000,000',
    '1.2.3',
    '1e5',
    '-1',
    '0.5 BNB',
    "1'000",
    '1’000',
    '１．０００，５０',
    '0。5。1',
    '5²',
    '½',
    '1 5',
    '1\n5',
    '0.1 0.2',
    '1 000 00',
    '1000 000',
    '0.000 001',
  ])('leaves %j as it is: an amount is never guessed', (typed) => {
    expect(typedAmount(typed)).toBe(typed)
    expect(parseAmount(typedAmount(typed), 18)).toBeNull()
  })
})

describe('parseAmount', () => {
  test.each([
    ['1.5', 6, 1_500_000n],
    ['1.', 6, 1_000_000n],
    ['0', 6, 0n],
    ['7', 0, 7n],
    ['0.0000001', 6, null],
    ['', 6, null],
    ['.', 6, null],
    ['1,5', 6, null],
    ['123456789.123456789012345678', 18, 123_456_789_123_456_789_012_345_678n],
  ])('reads %j at %s decimals as %s', (text, decimals, amount) => {
    expect(parseAmount(text, decimals)).toBe(amount)
  })
})
