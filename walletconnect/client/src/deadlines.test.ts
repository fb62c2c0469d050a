import { afterEach, expect, test, vi } from 'vitest'
import { Deadlines } from './deadlines.ts'

const DAY_MS = 86_400_000

afterEach(() => {
  vi.useRealTimers()
})

test('waits for days, and notices that the clock went on during a sleep', () => {
  vi.useFakeTimers()
  const reached: string[] = []
  const deadlines = new Deadlines(Date.now)
  const start = Date.now()
  deadlines.set('week', start + 30 * DAY_MS, () => reached.push('week'))
  deadlines.set('deleted', start + 1_000, () => reached.push('deleted'))
  deadlines.delete('deleted')
  vi.advanceTimersByTime(DAY_MS)
  expect(reached).toEqual([])
  // Timers stand still while a computer sleeps. The time does not.
  vi.setSystemTime(start + 31 * DAY_MS)
  vi.advanceTimersByTime(30_000)
  expect(reached).toEqual(['week'])
  expect(vi.getTimerCount()).toBe(0)
})
