import { describe, expect, test } from 'vitest'
import { TimedCache } from './timed-cache.ts'

function counter(results: (() => Promise<string>)[] = []) {
  let calls = 0
  const compute = () => {
    calls += 1
    return results[calls - 1]?.() ?? Promise.resolve(`${calls}`)
  }
  return { compute, calls: () => calls }
}

describe('TimedCache', () => {
  test('computes again after the lifetime', async () => {
    const cache = new TimedCache<string>({ lifetimeMs: 1_000, maxEntries: 10 })
    const { compute } = counter()
    expect(await cache.get('a', 0, compute)).toBe('1')
    expect(await cache.get('a', 999, compute)).toBe('1')
    expect(await cache.get('a', 1_000, compute)).toBe('2')
  })

  test('shares one computation among concurrent callers', async () => {
    const cache = new TimedCache<string>({ lifetimeMs: 1_000, maxEntries: 10 })
    const { compute, calls } = counter()
    await Promise.all([cache.get('a', 0, compute), cache.get('a', 0, compute)])
    expect(calls()).toBe(1)
  })

  test('does not keep a failure', async () => {
    const cache = new TimedCache<string>({ lifetimeMs: 1_000, maxEntries: 10 })
    const { compute } = counter([() => Promise.reject(new Error('no'))])
    await expect(cache.get('a', 0, compute)).rejects.toThrow('no')
    expect(await cache.get('a', 0, compute)).toBe('2')
  })

  test('forgets the oldest entry when it is full', async () => {
    const cache = new TimedCache<string>({ lifetimeMs: 1_000, maxEntries: 2 })
    const { compute } = counter()
    for (const key of ['a', 'b', 'c']) await cache.get(key, 0, compute)
    expect(await cache.get('b', 0, compute)).toBe('2')
    expect(await cache.get('a', 0, compute)).toBe('4')
  })
})
