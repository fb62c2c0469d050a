import { expect, test } from 'vitest'
import { formatTimeLeft } from './time-left.ts'

test.each([
  [47, '0:47'],
  [0, '0:00'],
  [-3, '0:00'],
  [59.2, '1:00'],
  [3_605, '60:05'],
])('shows %s s as %s', (seconds, text) => {
  expect(formatTimeLeft(seconds)).toBe(text)
})
