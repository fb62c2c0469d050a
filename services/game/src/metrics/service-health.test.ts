import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/open-database.ts'
import { createServiceHealth } from './service-health.ts'

afterEach(() => vi.useRealTimers())

test('the keeper is up from its start, and down after a minute without a successful pass', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  const health = createServiceHealth(
    { newestBlock: null, hasReached: false, isFresh: () => false },
    { progress: null },
  )
  const db = openDatabase('postgres://unreachable@127.0.0.1/nothing', () => undefined)
  const isUp = () => health.probes(db, true)['keeper']?.()
  expect(isUp()).toBe(false)
  health.onKeeperPass()
  vi.setSystemTime(1_059_999)
  expect(isUp()).toBe(true)
  vi.setSystemTime(1_060_000)
  expect(isUp()).toBe(false)
  health.onKeeperPass()
  expect(isUp()).toBe(true)
  expect(health.probes(db, false)).not.toHaveProperty('keeper')
  await db.destroy()
})
