import type { RoundState } from '@bullring/prediction/round-state'
import { toUnixSeconds } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { stateAt } from './state-at.ts'

const times = {
  startTimestamp: toUnixSeconds(1_000),
  lockTimestamp: toUnixSeconds(1_300),
  closeTimestamp: toUnixSeconds(1_600),
}
const at = (state: RoundState, now: number | null) =>
  stateAt(state, times, now === null ? null : toUnixSeconds(now)).kind

describe('stateAt', () => {
  test.each([
    ['open', 1_299, 'open'],
    ['open', 1_300, 'locked'],
    ['open', 1_600, 'settling'],
    ['locked', 1_599, 'locked'],
    ['locked', 1_600, 'settling'],
    ['settling', 9_999, 'settling'],
    ['open', null, 'open'],
  ] as const)('%s at %s is %s', (kind, now, expected) => {
    expect(at({ kind }, now)).toBe(expected)
  })

  test('does not change a result', () => {
    expect(at({ kind: 'settled', winner: 'bull' }, 9_999)).toBe('settled')
    expect(at({ kind: 'refund', reason: 'one-sided' }, 1_400)).toBe('refund')
  })
})
