import { describe, expect, test } from 'vitest'
import type { PancakeRoundFacts } from './pancake-round.ts'
import { pancakeDisplayType, pancakeRoundState, pancakeRoundTimes } from './pancake-round.ts'
import type { Strike } from './round-state.ts'
import { toPriceE8, toUnixSeconds } from './units.ts'

const BUFFER = 30
const at = (seconds: number) => toUnixSeconds(seconds)
const pending: Strike = { kind: 'pending' }
const times = pancakeRoundTimes(at(1_000), null, 300)

function fixed(price: bigint): Strike {
  return { kind: 'fixed', price: toPriceE8(price), oracleRoundId: 1n }
}

function facts(overrides: Partial<PancakeRoundFacts> = {}): PancakeRoundFacts {
  return { times, isCurrent: true, lock: pending, close: pending, ...overrides }
}

/** A round locked six seconds late, of which another is the newest now. */
const live = facts({
  times: pancakeRoundTimes(at(1_000), at(1_306), 300),
  isCurrent: false,
  lock: fixed(5n),
})

describe('pancakeRoundTimes', () => {
  test('plans lock and close when the round starts', () => {
    expect(times).toEqual({ startTimestamp: 1_000, lockTimestamp: 1_300, closeTimestamp: 1_600 })
  })

  test('plans the close anew when the round is locked, and leaves the lock as it was', () => {
    expect(live.times).toEqual({
      startTimestamp: 1_000,
      lockTimestamp: 1_300,
      closeTimestamp: 1_606,
    })
  })
})

describe('pancakeRoundState', () => {
  test('is open until its lock time, whether somebody locks it then or not', () => {
    expect(pancakeRoundState(facts(), at(1_299), BUFFER)).toEqual({ kind: 'open' })
    expect(pancakeRoundState(facts(), at(1_300), BUFFER)).toEqual({ kind: 'locked' })
  })

  test('is open no longer once a newer round has started', () => {
    const overtaken = facts({ isCurrent: false })
    expect(pancakeRoundState(overtaken, at(1_100), BUFFER)).toEqual({ kind: 'locked' })
  })

  test('waits from its close for its end, as long as that can still come', () => {
    expect(pancakeRoundState(live, at(1_605), BUFFER)).toEqual({ kind: 'locked' })
    expect(pancakeRoundState(live, at(1_606), BUFFER)).toEqual({ kind: 'settling' })
    expect(pancakeRoundState(live, at(1_636), BUFFER)).toEqual({ kind: 'settling' })
  })

  test('returns the stakes after the buffer, of a locked round and of one never locked', () => {
    const refund = { kind: 'refund', reason: 'no-price' }
    expect(pancakeRoundState(live, at(1_637), BUFFER)).toEqual(refund)
    expect(pancakeRoundState(facts(), at(1_630), BUFFER)).toEqual({ kind: 'settling' })
    expect(pancakeRoundState(facts(), at(1_631), BUFFER)).toEqual(refund)
  })

  test.each([
    [6n, 'bull'],
    [4n, 'bear'],
    [5n, null],
  ])('once ended at %s after 5 the winner is %s, for good', (close, winner) => {
    const ended = { ...live, close: fixed(close) }
    const settled = { kind: 'settled', winner }
    expect(pancakeRoundState(ended, at(1_606), BUFFER)).toEqual(settled)
    expect(pancakeRoundState(ended, at(9_999), BUFFER)).toEqual(settled)
  })
})

describe('pancakeDisplayType', () => {
  test.each([
    [true, 1_299, 'next'],
    [true, 1_300, 'live'],
    [false, 1_299, 'live'],
    [false, 1_599, 'live'],
    [false, 1_600, 'expired'],
  ])('with isCurrent %s at second %s is %s', (isCurrent, now, type) => {
    expect(pancakeDisplayType({ times, isCurrent }, at(now))).toBe(type)
  })
})
