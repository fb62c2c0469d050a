import { toWei } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { INITIAL_FORM, withAmount, withMax, withPreset, withSlider, withText } from './bet-form.ts'

const bnb = (milli: number) => toWei(BigInt(milli) * 10n ** 15n)
const ZERO = toWei(0n)

test('the initial form has 0 and 0 %', () => {
  expect(INITIAL_FORM).toEqual({ text: '0', percent: 0 })
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

  test('keeps the slider at 0 without a balance', () => {
    expect(withText('1', ZERO).percent).toBe(0)
  })
})

describe('withPreset', () => {
  test.each([10, 25, 50, 75])('%i percent of 4 BNB', (percent) => {
    expect(withPreset(INITIAL_FORM, percent, bnb(4_000))).toEqual({
      text: String((4 * percent) / 100),
      percent,
    })
  })

  test('enters 0.001 if the share is smaller', () => {
    expect(withPreset(INITIAL_FORM, 10, bnb(5)).text).toBe('0.001')
  })

  test('does nothing at balance 0', () => {
    expect(withPreset(INITIAL_FORM, 50, ZERO)).toBe(INITIAL_FORM)
    expect(withMax(INITIAL_FORM, ZERO)).toBe(INITIAL_FORM)
  })
})

describe('withMax', () => {
  test('keeps 0.003 for fees but enters at least 0.001', () => {
    expect(withMax(INITIAL_FORM, bnb(1_000))).toEqual({ text: '0.997', percent: 100 })
    expect(withMax(INITIAL_FORM, bnb(3)).text).toBe('0.001')
  })
})

describe('withSlider', () => {
  test('is 0 at the left end, Max at the right end and a share between', () => {
    expect(withSlider(INITIAL_FORM, 0, bnb(1_000))).toEqual(INITIAL_FORM)
    expect(withSlider(INITIAL_FORM, 100, bnb(1_000)).text).toBe('0.997')
    expect(withSlider(INITIAL_FORM, 33, bnb(1_000))).toEqual({ text: '0.33', percent: 33 })
  })
})

test('withAmount sets the amount and the slider', () => {
  expect(withAmount(bnb(1), bnb(100))).toEqual({ text: '0.001', percent: 1 })
})
