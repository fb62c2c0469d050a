import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Journal } from '../postgres/journal.ts'
import { TimeSlices } from '../time-slices.ts'
import { createMissedEvents } from './missed-events.ts'
import { RecentSteps } from './recent-steps.ts'

const UNTIL = 1_000

/** Finds missed events in a journal whose reads take `ms`; counts those that run at once. */
function createMissed(ms: number) {
  const counted = { running: 0, most: 0, reads: 0 }
  const read: Journal['read'] = async ({ since, until }) => {
    counted.reads += 1
    counted.running += 1
    counted.most = Math.max(counted.most, counted.running)
    await sleep(ms)
    counted.running -= 1
    const events = { shared: [], trades: [], decided: [] }
    return { since, position: until ?? UNTIL, hasSettled: false, changed: null, events }
  }
  const deps = { recent: new RecentSteps(), journal: { read }, slices: new TimeSlices() }
  return { missedSince: createMissedEvents(deps), counted }
}

test('reads the journal once for all clients that come from a position', async () => {
  const { missedSince, counted } = createMissed(10)
  await Promise.all(Array.from({ length: 100 }, () => missedSince(7, UNTIL)))
  expect(counted.reads).toBe(1)
})

test('reads it for few positions at once, and resets clients that would wait too long', async () => {
  const { missedSince, counted } = createMissed(400)
  const positions = Array.from({ length: 100 }, (_, since) => since)
  const missed = await Promise.all(positions.map((since) => missedSince(since, UNTIL)))
  expect(counted.most).toBe(2)
  expect(missed[0]?.shared).toEqual([])
  expect(missed.at(-1)?.shared).toEqual([{ event: 'reset', data: { spread_ms: 0 } }])
  expect(missed.filter(({ shared }) => shared.length === 0)).toHaveLength(counted.reads)
})
