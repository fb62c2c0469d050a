import { describe, expect, test } from 'vitest'
import { waitUntil } from './wait-until.ts'

const timers = () => process.getActiveResourcesInfo().filter((name) => name === 'Timeout').length

describe('waitUntil', () => {
  test('shares one timer among thousands of waits', async () => {
    const before = timers()
    let isReached = false
    const waits = Array.from({ length: 5_000 }, () => waitUntil(() => isReached, 60_000))
    await Promise.resolve()
    expect(timers() - before).toBeLessThanOrEqual(1)
    isReached = true
    expect(new Set(await Promise.all(waits))).toEqual(new Set([true]))
  })

  test('ends without success after the limit', async () => {
    expect(await waitUntil(() => Promise.resolve(false), 10)).toBe(false)
  })
})
