import { toWei } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { OPENED_FORM, withAmount, withMax, withPreset, withSlider, withText } from './bet-form.ts'

const bnb = (milli: number) => toWei(BigInt(milli) * 10n ** 15n)
const NOTHING = toWei(0n)

test('an opened form stands at 0 and 0 %', () => {
  expect(OPENED_FORM).toEqual({ text: '0', percent: 0 })
})

describe('withText', () => {
  test.each([
    ['0.5', 50],
    ['0.509', 50],
    ['1', 100],
    ['7', 100],
    ['', 0],
    ['abc', 0],
  ])('"%s" of a balance of 1 sets the slider to %i', (text, percent) => {
    expect(withText(text, bnb(1_000))).toEqual({ text, percent })
  })

  test('leaves the slider at 0 without a balance', () => {
    expect(withText('1', NOTHING).percent).toBe(0)
  })
})

describe('withPreset', () => {
  test.each([10, 25, 50, 75])('%i percent of 4 BNB', (percent) => {
    expect(withPreset(OPENED_FORM, percent, bnb(4_000))).toEqual({
      text: String((4 * percent) / 100),
      percent,
    })
  })

  test('fills in 0.001 where the share is smaller', () => {
    expect(withPreset(OPENED_FORM, 10, bnb(5)).text).toBe('0.001')
  })

  test('does nothing with an empty wallet', () => {
    expect(withPreset(OPENED_FORM, 50, NOTHING)).toBe(OPENED_FORM)
    expect(withMax(OPENED_FORM, NOTHING)).toBe(OPENED_FORM)
  })
})

describe('withMax', () => {
  test('leaves 0.003 for fees, but bets at least 0.001', () => {
    expect(withMax(OPENED_FORM, bnb(1_000))).toEqual({ text: '0.997', percent: 100 })
    expect(withMax(OPENED_FORM, bnb(3)).text).toBe('0.001')
  })
})

describe('withSlider', () => {
  test('has nothing at its left end, Max at its right end, shares between', () => {
    expect(withSlider(OPENED_FORM, 0, bnb(1_000))).toEqual(OPENED_FORM)
    expect(withSlider(OPENED_FORM, 100, bnb(1_000)).text).toBe('0.997')
    expect(withSlider(OPENED_FORM, 33, bnb(1_000))).toEqual({ text: '0.33', percent: 33 })
  })
})

test('withAmount shows an amount of our own choosing', () => {
  expect(withAmount(bnb(1), bnb(100))).toEqual({ text: '0.001', percent: 1 })
})
