import { expect, test } from 'vitest'
import { estimateRatio } from './statistics.ts'

test('the estimate is the ratio of the sums with its normal interval', () => {
  // Mean 1, sample variance 2, standard error 1.
  const mean = estimateRatio([2, 0], [1, 1])
  expect(mean.value).toBe(1)
  expect(mean.low).toBeCloseTo(-0.96, 9)
  expect(mean.high).toBeCloseTo(2.96, 9)
})

test('a profit in proportion to the stake has no uncertainty', () => {
  expect(estimateRatio([1, 2, 3], [2, 4, 6])).toEqual({ value: 0.5, low: 0.5, high: 0.5 })
})
