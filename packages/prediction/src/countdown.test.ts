import { describe, expect, test } from 'vitest'
import { countdownText } from './countdown.ts'

describe('countdownText', () => {
  test.each([
    [300, '05m 00s'],
    [61, '01m 01s'],
    [0.2, '00m 01s'],
    [0, '00m 00s'],
    [-3, '00m 00s'],
    [null, 'Waiting'],
  ])('of %s is %s', (seconds, text) => {
    expect(countdownText(seconds)).toBe(text)
  })
})
