import { toUnixSeconds } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { FOLLOW_DEPTH, MAX_RANGE, nextRangeSize, planStep, smallerRange } from './plan-step.ts'

const timestamp = toUnixSeconds(0)

function plan(ancestor: number, newest: number, rangeSize = 1_000) {
  return planStep(
    { number: ancestor, hash: '0x01', timestamp },
    { number: newest, hash: '0x02', parentHash: '0x03', mayHaveLogs: false, timestamp },
    rangeSize,
  )
}

describe('planStep', () => {
  test('reads nothing at or above the head of the chain', () => {
    expect(plan(10, 10)).toEqual({ kind: 'at-head' })
    expect(plan(11, 10)).toEqual({ kind: 'at-head' })
  })

  test('follows blocks that a reorg may still remove', () => {
    expect(plan(9, 10)).toEqual({ kind: 'follow', from: 10, to: 10 })
    expect(plan(100, 100 + FOLLOW_DEPTH)).toEqual({
      kind: 'follow',
      from: 101,
      to: 100 + FOLLOW_DEPTH,
    })
  })

  test('reads older blocks in ranges, up to where following begins', () => {
    expect(plan(0, 5_000)).toEqual({ kind: 'range', from: 1, to: 1_000 })
    expect(plan(0, 500)).toEqual({ kind: 'range', from: 1, to: 500 - FOLLOW_DEPTH })
    expect(plan(100, 101 + FOLLOW_DEPTH)).toEqual({ kind: 'range', from: 101, to: 101 })
    expect(plan(0, 5_000, 1)).toEqual({ kind: 'range', from: 1, to: 1 })
  })
})

describe('nextRangeSize', () => {
  test('doubles while responses are small, up to the limit', () => {
    expect(nextRangeSize(100, 0)).toBe(200)
    expect(nextRangeSize(100, 2_400)).toBe(200)
    expect(nextRangeSize(1, 0)).toBe(2)
    expect(nextRangeSize(MAX_RANGE, 0)).toBe(MAX_RANGE)
  })

  test('follows the density of logs', () => {
    expect(nextRangeSize(100, 4_000)).toBe(125)
    expect(nextRangeSize(100, 5_000)).toBe(100)
    expect(nextRangeSize(100, 7_000)).toBe(71)
    expect(nextRangeSize(100, 50_000)).toBe(50)
    expect(nextRangeSize(1, 50_000)).toBe(1)
  })
})

describe('smallerRange', () => {
  test('halves, but never below 1', () => {
    expect(smallerRange(100)).toBe(50)
    expect(smallerRange(1)).toBe(1)
  })
})
