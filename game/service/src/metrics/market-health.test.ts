import { afterEach, expect, test, vi } from 'vitest'
import { createMetrics } from './create-metrics.ts'
import { createMarketHealth } from './market-health.ts'

afterEach(() => vi.useRealTimers())

test('the keeper is up from its start, and down after a minute without a successful pass', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  const health = createMarketHealth({
    head: { hasReached: false, isFresh: () => false },
    history: { progress: null },
    chainSeen: { isWithin: () => true },
    metrics: createMetrics(Date.now).ofMarket('BNB', () => null),
  })
  const isUp = () => health.probes['keeper']?.()
  expect(isUp()).toBe(false)
  health.onKeeperPass()
  vi.setSystemTime(1_059_999)
  expect(isUp()).toBe(true)
  vi.setSystemTime(1_060_000)
  expect(isUp()).toBe(false)
  health.onKeeperPass()
  expect(isUp()).toBe(true)
})
