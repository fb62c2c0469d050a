import { describe, expect, test } from 'vitest'
import { MAX_RANGE, RangePace } from './range-pace.ts'

const QUICK_MS = 10

function paceAfter(results: readonly number[], maxRequests = 4) {
  const pace = new RangePace(maxRequests)
  for (const logs of results) pace.succeed({ blocks: pace.size, logs, durationMs: QUICK_MS })
  return pace
}

describe('RangePace', () => {
  test('doubles ranges while responses are small, up to the limit', () => {
    expect(paceAfter([]).size).toBe(100)
    expect(paceAfter([0, 0]).size).toBe(400)
    expect(paceAfter(new Array(20).fill(0)).size).toBe(MAX_RANGE)
  })

  test.each([
    [4_000, 125],
    [5_000, 100],
    [7_000, 71],
    [50_000, 50],
  ])('follows the density of logs: %i', (logs, size) => {
    expect(paceAfter([logs]).size).toBe(size)
  })

  test('counts logs by block where an older range was of another size', () => {
    const pace = paceAfter([0, 0, 0])
    pace.succeed({ blocks: 100, logs: 500, durationMs: QUICK_MS })
    expect(pace.size).toBe(1_000)
  })

  test('shrinks ranges for which the node takes long', () => {
    const pace = paceAfter([0, 0])
    pace.succeed({ blocks: 400, logs: 10, durationMs: 8_000 })
    expect(pace.size).toBe(200)
  })

  test('requests one more range at the same time after each, up to the limit', () => {
    const requests = [0, 1, 2, 3, 4].map((count) => paceAfter(new Array(count).fill(9)).requests)
    expect(requests).toEqual([1, 2, 3, 4, 4])
    expect(paceAfter([9, 9], 1).requests).toBe(1)
  })

  test('does not exceed half of a refused size until a hundred ranges were read', () => {
    const pace = paceAfter([0, 0, 0])
    pace.refuse(800)
    expect([pace.size, pace.requests]).toEqual([400, 1])
    const read = () => pace.succeed({ blocks: pace.size, logs: 0, durationMs: QUICK_MS })
    for (let count = 0; count < 99; count += 1) read()
    expect(pace.size).toBe(400)
    read()
    expect(pace.size).toBe(800)
  })

  test('halves the size once when several ranges of it are refused at the same time', () => {
    const pace = paceAfter([0, 0, 0])
    for (let range = 0; range < 4; range += 1) pace.refuse(800)
    expect(pace.size).toBe(400)
  })

  test('error: halves the size after a failure, but not below 1, then grows it again', () => {
    const pace = paceAfter([0, 0])
    pace.fail(400)
    expect([pace.size, pace.requests]).toEqual([200, 1])
    pace.succeed({ blocks: 200, logs: 0, durationMs: QUICK_MS })
    expect(pace.size).toBe(400)
    for (let count = 0; count < 20; count += 1) pace.fail(pace.size)
    expect(pace.size).toBe(1)
  })
})
