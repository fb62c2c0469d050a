import { afterEach, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/open-database.ts'
import { IndexHead } from './index-head.ts'
import { createWatch } from './watch.ts'

afterEach(() => vi.useRealTimers())

test('the keeper is up from when it begins, and down after a minute without a good pass', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000 })
  const watch = createWatch(new IndexHead())
  const db = openDatabase('postgres://nobody@127.0.0.1/nothing', () => undefined)
  const isUp = () => watch.probes(db, true)['keeper']?.()
  expect(isUp()).toBe(false)
  watch.onKeeperSeen()
  vi.setSystemTime(1_059_999)
  expect(isUp()).toBe(true)
  vi.setSystemTime(1_060_000)
  expect(isUp()).toBe(false)
  watch.onKeeperSeen()
  expect(isUp()).toBe(true)
  expect(watch.probes(db, false)).not.toHaveProperty('keeper')
  await db.destroy()
})
