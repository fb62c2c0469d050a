import { describe, expect, test } from 'vitest'
import { StaleCache } from './stale-cache.ts'

function setUp(maxEntries = 10) {
  const failures: unknown[] = []
  const cache = new StaleCache<number>({
    freshMs: 2,
    staleMs: 30,
    maxEntries,
    onFailure: (error) => failures.push(error),
  })
  let computed = 0
  const compute = () => Promise.resolve(++computed)
  return { cache, compute, failures, count: () => computed }
}

const settle = () => new Promise((resolve) => setImmediate(resolve))

describe('StaleCache', () => {
  test('returns a fresh result, renews a stale one in the background, waits for one that is too old', async () => {
    const { cache, compute, count } = setUp()
    expect(await cache.get('a', 0, compute)).toBe(1)
    expect(await cache.get('a', 1, compute)).toBe(1)
    expect(count()).toBe(1)
    expect(await cache.get('a', 5, compute)).toBe(1)
    await settle()
    expect(await cache.get('a', 6, compute)).toBe(2)
    expect(await cache.get('a', 40, compute)).toBe(3)
  })

  test('shares a running computation, but not with a forced one', async () => {
    const { cache } = setUp()
    const first = Promise.withResolvers<number>()
    const early = cache.get('a', 0, () => first.promise)
    const shared = cache.get('a', 0, () => Promise.resolve(9))
    const forced = cache.renew('a', 1, () => Promise.resolve(2))
    first.resolve(1)
    expect(await Promise.all([early, shared, forced])).toEqual([1, 1, 2])
    expect(await cache.get('a', 1, () => Promise.resolve(3))).toBe(2)
  })

  test('keeps the old result when renewing it fails, and caches no failure', async () => {
    const { cache, compute, failures } = setUp()
    const fail = () => Promise.reject(new Error('down'))
    await expect(cache.get('a', 0, fail)).rejects.toThrow('down')
    expect(await cache.get('a', 0, compute)).toBe(1)
    expect(await cache.get('a', 5, fail)).toBe(1)
    await settle()
    expect(failures).toHaveLength(1)
    expect(await cache.get('a', 6, compute)).toBe(1)
  })

  test('evicts the oldest entry', async () => {
    const { cache, compute } = setUp(1)
    await cache.get('a', 0, compute)
    await cache.get('b', 0, compute)
    expect(await cache.get('a', 0, compute)).toBe(3)
  })
})
