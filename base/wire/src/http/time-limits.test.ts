import { expect, test } from 'vitest'
import { TIME_LIMITS } from './time-limits.ts'

test('time limits shrink inwards and leave room for a second node', () => {
  const { page, proxy, service, node } = TIME_LIMITS
  expect([page, proxy, service, node].toSorted((a, b) => b - a)).toEqual([
    page,
    proxy,
    service,
    node,
  ])
  expect(new Set(Object.values(TIME_LIMITS)).size).toBe(4)
  expect(service - node).toBeGreaterThanOrEqual(3_000)
})
