import { toUnixSeconds } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { FOLLOW_DEPTH, planStep } from './plan-step.ts'

const timestamp = toUnixSeconds(0)

function plan(ancestor: number, newest: number) {
  return planStep(
    { number: ancestor, hash: '0x01', timestamp },
    { number: newest, hash: '0x02', parentHash: '0x03', mayHaveLogs: false, timestamp },
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

  test('reads older blocks up to where following begins', () => {
    expect(plan(0, 500)).toEqual({ kind: 'range', from: 1, to: 500 - FOLLOW_DEPTH })
    expect(plan(100, 101 + FOLLOW_DEPTH)).toEqual({ kind: 'range', from: 101, to: 101 })
  })
})
