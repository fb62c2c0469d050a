import type { StreamEvent } from '@bullring/game-api/stream'
import { toEpoch } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { TimeSlices } from '../time-slices.ts'
import { mergeEvents, RecentSteps } from './recent-steps.ts'

const opened = (epoch: number): StreamEvent => ({
  event: 'epoch',
  data: { epoch, block_timestamp: epoch },
})

const accounts = (count: number) => Buffer.alloc(20 * count, 7)

const stepOf = (since: number, count = 1) => ({
  since,
  position: since + 1,
  hasSettled: false,
  events: {
    shared: [opened(since + 1)],
    trades: [{ epoch: toEpoch(5n), accounts: accounts(count) }],
    decided: [toEpoch(BigInt(since))],
  },
})

describe('RecentSteps', () => {
  test('returns the events that follow a position', () => {
    const recent = new RecentSteps()
    for (const since of [3, 4, 5, 6]) recent.add(stepOf(since))
    expect(recent.between(4, 6)).toEqual([4, 5].map((since) => stepOf(since).events))
    expect(recent.between(7, 7)).toEqual([])
    expect(recent.between(2, 7)).toBe(null)
  })

  test('returns nothing for a position between two, which a restored database may have lost', () => {
    const recent = new RecentSteps()
    recent.add({ ...stepOf(3), position: 8 })
    recent.add({ ...stepOf(8), position: 12 })
    expect(recent.between(3, 12)).not.toBe(null)
    expect(recent.between(5, 12)).toBe(null)
  })

  test('forgets earlier steps after a gap, and after a step without events', () => {
    const recent = new RecentSteps()
    recent.add(stepOf(3))
    recent.add(stepOf(8))
    expect(recent.between(3, 9)).toBe(null)
    expect(recent.between(8, 9)).not.toBe(null)
    recent.add({ ...stepOf(9), events: null })
    expect(recent.between(8, 10)).toBe(null)
  })

  test('error: does not end before the position of a process that remembers earlier steps only', () => {
    const recent = new RecentSteps()
    for (const since of [3, 4]) recent.remember(stepOf(since))
    expect(recent.between(3, 5)).not.toBe(null)
    expect(recent.between(3, 8)).toBe(null)
    expect(recent.between(6, 8)).toBe(null)
  })

  test('holds some full blocks, and thousands of small ones', () => {
    const full = new RecentSteps()
    for (let since = 0; since < 100; since += 1) full.add(stepOf(since, 2_500))
    expect(full.between(60, 100)).not.toBe(null)
    expect(full.between(59, 100)).toBe(null)
    const small = new RecentSteps()
    for (let since = 0; since < 2_001; since += 1) small.add(stepOf(since, 0))
    expect(small.between(1, 2_001)).not.toBe(null)
    expect(small.between(0, 2_001)).toBe(null)
  })
})

describe('mergeEvents', () => {
  const merge = (sinces: readonly number[]) =>
    new TimeSlices().run(mergeEvents(sinces.map((since) => stepOf(since).events)))

  test('returns the last event of each kind, and all trades', async () => {
    expect(await merge([4, 5])).toEqual({
      shared: [opened(6)],
      trades: [{ epoch: 5n, accounts: accounts(2) }],
      decided: [4n, 5n],
    })
    expect(await merge([])).toEqual({ shared: [], trades: [], decided: [] })
  })
})
