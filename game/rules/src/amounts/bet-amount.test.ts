import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MIN_PRESET_WEI, maxAmount, presetAmount, sliderPercent } from './bet-amount.ts'
import { toWei } from './units.ts'

const bnb = (thousandths: number) => toWei(BigInt(thousandths) * 10n ** 15n)

describe('presetAmount', () => {
  test('is a share of the balance', () => {
    expect(presetAmount(bnb(4_000), 25)).toBe(bnb(1_000))
  })

  test('is at least 0.001 BNB', () => {
    expect(presetAmount(bnb(5), 10)).toBe(MIN_PRESET_WEI)
  })

  test('returns null when the balance is 0', () => {
    expect(presetAmount(toWei(0n), 75)).toBeNull()
  })

  test('property: fits the step of the amount field', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 24n }),
        fc.integer({ min: 0, max: 100 }),
        (wei, share) => {
          expect((presetAmount(toWei(wei), share) ?? 1n) % 10n ** 12n).toBe(0n)
        },
      ),
    )
  })
})

describe('maxAmount', () => {
  test('keeps 0.003 BNB for fees', () => {
    expect(maxAmount(bnb(1_000))).toBe(bnb(997))
  })

  test('is at least 0.001 BNB', () => {
    expect(maxAmount(bnb(3))).toBe(bnb(1))
    expect(maxAmount(toWei(1n))).toBe(bnb(1))
  })

  test('returns null when the balance is 0', () => {
    expect(maxAmount(toWei(0n))).toBeNull()
  })
})

describe('sliderPercent', () => {
  test.each([
    [0, 1_000, 0],
    [333, 1_000, 33],
    [1_000, 1_000, 100],
    [5_000, 1_000, 100],
    [1, 0, 0],
  ])('of %s in %s is %s', (amount, balance, percent) => {
    expect(sliderPercent(bnb(amount), bnb(balance))).toBe(percent)
  })
})
