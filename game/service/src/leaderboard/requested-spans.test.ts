import { expect, test } from 'vitest'
import { RequestedSpans } from './requested-spans.ts'

test('remembers the last eight spans for a quarter of an hour', () => {
  let nowMs = 0
  const spans = new RequestedSpans(() => nowMs)
  for (let days = 1; days <= 9; days += 1) spans.record({ symbol: 'BNB', window: 'day', days })
  expect(spans.recent().map(({ days }) => days)).toEqual([9, 8, 7, 6, 5, 4, 3, 2])
  nowMs = 15 * 60_000
  expect(spans.recent()).toHaveLength(8)
  nowMs += 1
  expect(spans.recent()).toEqual([])
})

test('remembers windows, however many days are requested', () => {
  const spans = new RequestedSpans(() => 0)
  spans.record({ symbol: 'ALL', window: 'week' })
  for (let days = 1; days <= 9; days += 1) spans.record({ symbol: 'BNB', window: 'day', days })
  expect(spans.recent()).toHaveLength(8)
  expect(spans.recent().at(-1)).toMatchObject({ symbol: 'ALL', window: 'week' })
})
