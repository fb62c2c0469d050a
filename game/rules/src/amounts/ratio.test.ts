import { describe, expect, test } from 'vitest'
import { multipleOf, percentOf } from './ratio.ts'

describe('multipleOf', () => {
  test('cuts to 4 decimals, beyond the range of a double', () => {
    expect(multipleOf(19_999_999_999n, 10_000_000_000n)).toBe(1.9999)
    expect(multipleOf(3n * 10n ** 30n, 2n * 10n ** 30n)).toBe(1.5)
  })

  test('is 0 for a divisor of 0', () => {
    expect(multipleOf(1n, 0n)).toBe(0)
  })
})

describe('percentOf', () => {
  test.each([
    [0, 7, 0],
    [7, 7, 100],
    [1, 3, 33.33],
    [2, 3, 66.67],
    [1, 800, 0.13],
    [0, 0, 0],
  ])('%i of %i is %f percent', (part, whole, percent) => {
    expect(percentOf(part, whole)).toBe(percent)
  })
})
