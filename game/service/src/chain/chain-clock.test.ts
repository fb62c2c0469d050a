import { toUnixSeconds } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { chainTime } from './chain-clock.ts'

const block = { timestamp: toUnixSeconds(1_000), seenAtMs: 50_000 }

describe('chainTime', () => {
  test('advances between two blocks, in whole seconds', () => {
    expect(chainTime(block, 50_000)).toBe(1_000)
    expect(chainTime(block, 50_999)).toBe(1_000)
    expect(chainTime(block, 52_500)).toBe(1_002)
  })

  test('stops five seconds after the last block of a stalled chain', () => {
    expect(chainTime(block, 55_000)).toBe(1_005)
    expect(chainTime(block, 500_000)).toBe(1_005)
  })

  test('never goes back when the clock of this machine does', () => {
    expect(chainTime(block, 40_000)).toBe(1_000)
  })
})
