import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { InvalidDecimalError } from '../errors.ts'
import { formatFixed, formatUnits, parseUnits } from './decimal.ts'

describe('formatUnits', () => {
  test.each([
    [0n, 18, '0'],
    [1n, 18, '0.000000000000000001'],
    [1_500_000_000_000_000_000n, 18, '1.5'],
    [-85_933n, 3, '-85.933'],
    [85_933_296_956n, 8, '859.33296956'],
    [42n, 0, '42'],
  ])('writes %s with %s decimals as %s', (value, decimals, text) => {
    expect(formatUnits(value, decimals)).toBe(text)
  })
})

describe('parseUnits', () => {
  test.each([
    ['1.5', 18, 1_500_000_000_000_000_000n],
    ['.5', 3, 500n],
    ['1.', 3, 1_000n],
    ['-0.25', 2, -25n],
    [' 7 ', 0, 7n],
    ['1.500', 1, 15n],
  ])('reads %s with %s decimals', (text, decimals, value) => {
    expect(parseUnits(text, decimals)).toBe(value)
  })

  test.each(['', '.', '-', '1e3', '1,5', '0x1', 'abc', '1.2.3', 'NaN', 'Infinity'])(
    'error: rejects %j',
    (text) => {
      expect(() => parseUnits(text, 18)).toThrow(InvalidDecimalError)
    },
  )

  test('error: rejects more decimals than the unit has', () => {
    expect(() => parseUnits('0.123', 2)).toThrow(InvalidDecimalError)
  })

  test('property: reverses formatUnits', () => {
    const decimals = fc.integer({ min: 0, max: 18 })
    fc.assert(
      fc.property(fc.bigInt(), decimals, (value, places) => {
        expect(parseUnits(formatUnits(value, places), places)).toBe(value)
      }),
    )
  })
})

describe('formatFixed', () => {
  test.each([
    [1_234_567n, 6, 4, '1.2346'],
    [1_234_549n, 6, 4, '1.2345'],
    [-1_234_550n, 6, 4, '-1.2346'],
    [-4n, 6, 4, '0.0000'],
    [1_999_999n, 6, 0, '2'],
    [0n, 18, 4, '0.0000'],
  ])('writes %s with %s decimals to %s places as %s', (value, decimals, shown, text) => {
    expect(formatFixed(value, decimals, shown)).toBe(text)
  })
})
