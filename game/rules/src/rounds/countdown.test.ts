import { describe, expect, test } from 'vitest'
import { toUnixSeconds } from '../amounts/units.ts'
import { countdownText, secondsToStrike } from './countdown.ts'

describe('countdownText', () => {
  test.each([
    [300, '05m 00s'],
    [61, '01m 01s'],
    [0.2, '00m 01s'],
    [0, '00m 00s'],
    [-3, '00m 00s'],
  ])('of %s is %s', (seconds, text) => {
    expect(countdownText(seconds)).toBe(text)
  })
})

test.each([
  ['before the lock', 99, 10, null],
  ['at the lock', 100, 10, 10],
  ['in the last second', 109, 10, 1],
  ['at the strike time', 110, 10, null],
  ['without a delay', 100, 0, null],
])('counts the seconds to a strike: %s', (_name, now, delay, seconds) => {
  expect(secondsToStrike(toUnixSeconds(100), delay, toUnixSeconds(now))).toBe(seconds)
})
