import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { type ClockSample, chainTimeOf, createChainClock } from './chain-clock.ts'

function sample(overrides: Partial<ClockSample> = {}): ClockSample {
  return {
    sentAtMs: 0,
    receivedAtMs: 0,
    serverTime: 1_000,
    blockTimestamp: 999,
    ...overrides,
  }
}

describe('chainTimeOf', () => {
  test("follows the server's clock while blocks are behind it", () => {
    expect(chainTimeOf(sample())).toBe(1_000)
    expect(chainTimeOf(sample({ blockTimestamp: null }))).toBe(1_000)
  })

  test('follows the newest block where the chain runs ahead', () => {
    expect(chainTimeOf(sample({ blockTimestamp: 5_000 }))).toBe(5_000)
  })

  test('adds half of the round-trip time', () => {
    expect(chainTimeOf(sample({ sentAtMs: 100, receivedAtMs: 1_100 }))).toBe(1_000.5)
  })
})

describe('createChainClock', () => {
  let monotonicMs = 0
  const clock = () => createChainClock(() => monotonicMs)

  beforeEach(() => {
    vi.useFakeTimers()
    monotonicMs = 0
  })
  afterEach(() => {
    vi.useRealTimers()
  })

  test('is null before the first sample', () => {
    expect(clock().now()).toBeNull()
  })

  test('follows the monotonic clock when the system time changes', () => {
    const chain = clock()
    chain.sync(sample())
    monotonicMs = 7_300
    vi.setSystemTime(0)
    expect(chain.now()).toBe(1_007)
  })

  test('ticks on the seconds of chain time', () => {
    const chain = clock()
    chain.sync(sample({ serverTime: 1_000.75 }))
    const onTick = vi.fn()
    chain.subscribe(onTick)
    vi.advanceTimersByTime(249)
    expect(onTick).not.toHaveBeenCalled()
    monotonicMs = 250
    vi.advanceTimersByTime(1)
    expect(onTick).toHaveBeenCalledTimes(1)
    expect(chain.now()).toBe(1_001)
  })

  test('notifies subscribers after a sample, but not after they unsubscribe', () => {
    const chain = clock()
    const onTick = vi.fn()
    const unsubscribe = chain.subscribe(onTick)
    chain.sync(sample())
    expect(onTick).toHaveBeenCalledTimes(1)
    unsubscribe()
    chain.sync(sample())
    vi.advanceTimersByTime(5_000)
    expect(onTick).toHaveBeenCalledTimes(1)
    expect(vi.getTimerCount()).toBe(0)
  })
})
