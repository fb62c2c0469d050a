import { toUnixSeconds } from '@bullring/prediction/units'
import { expect, test } from 'vitest'
import { testRound } from '#testing/test-round.ts'
import { secondsToPrice } from './seconds-to-price.ts'

// Locks at 3000, closes at 3300.
const { times } = testRound(10n)

test.each([
  ['before the lock', 2_999, null],
  ['at the lock', 3_000, 10],
  ['at the strike time of the lock', 3_010, null],
  ['at the close', 3_300, 10],
  ['in the last second', 3_309, 1],
  ['at the strike time of the close', 3_310, null],
])('%s', (_name, now, seconds) => {
  expect(secondsToPrice(times, 10, toUnixSeconds(now))).toBe(seconds)
})

test('is null while the time is unknown', () => {
  expect(secondsToPrice(times, 10, null)).toBeNull()
})
