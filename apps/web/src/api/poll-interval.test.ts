import { describe, expect, test } from 'vitest'
import { pollInterval } from './poll-interval.ts'

describe('pollInterval', () => {
  test.each([
    ['keeps the specified interval on rounds of five minutes', 60_000, 300, 60_000],
    ['asks five times a round where rounds are short', 30_000, 60, 12_000],
    ['never asks less often than specified', 30_000, 3_600, 30_000],
  ])('%s', (_name, specifiedMs, intervalSeconds, expected) => {
    expect(pollInterval(specifiedMs, intervalSeconds)).toBe(expected)
  })
})
