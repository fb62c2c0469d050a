import { expect, test } from 'vitest'
import { quantile } from './report.ts'

test('quantile finds the value below which a share lies, in any order', () => {
  const values = [30, 9, 100, 1, 50, 70, 20, 90, 60, 40]
  expect([0, 0.5, 0.99, 1].map((share) => quantile(values, share))).toEqual([1, 50, 100, 100])
  expect(quantile([], 0.5)).toBeNaN()
})
