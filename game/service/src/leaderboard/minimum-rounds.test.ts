import { expect, test } from 'vitest'
import { minimumRounds } from './minimum-rounds.ts'

test.each([
  [0, 1],
  [1, 1],
  [3, 2],
  [19, 10],
  [20, 10],
  [288, 10],
])('of %i closed rounds, an account needs %i', (closed, minimum) => {
  expect(minimumRounds(closed)).toBe(minimum)
})
