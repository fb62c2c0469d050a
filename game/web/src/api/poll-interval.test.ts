import { describe, expect, test } from 'vitest'
import { pollInterval } from './poll-interval.ts'

describe('pollInterval', () => {
  test.each([
    ['keeps the interval with rounds of five minutes', 60_000, 300, 60_000],
    ['polls five times per round where rounds are short', 30_000, 60, 12_000],
    ['never exceeds the interval', 30_000, 3_600, 30_000],
  ])('%s', (_name, maxMs, intervalSeconds, expected) => {
    expect(pollInterval(maxMs, intervalSeconds)).toBe(expected)
  })
})
