import { describe, expect, test } from 'vitest'
import { toPriceE8, toUnixSeconds, toWei } from '../amounts/units.ts'
import type { PancakeRoundFacts } from './pancake-round.ts'
import { pancakeDisplayType, pancakeRoundState, pancakeRoundTimes } from './pancake-round.ts'
import type { Strike } from './round-state.ts'

const BUFFER = 30
const at = (seconds: number) => toUnixSeconds(seconds)
const pending: Strike = { kind: 'pending' }
const times = pancakeRoundTimes(at(1_000), null, 300)

function fixed(price: bigint): Strike {
  return { kind: 'fixed', price: toPriceE8(price), oracleRoundId: 1n }
}

function facts(overrides: Partial<PancakeRoundFacts> = {}): PancakeRoundFacts {
  const pool = { bullAmount: toWei(4n), bearAmount: toWei(6n) }
  return { times, pool, isCurrent: true, lock: pending, close: pending, ...overrides }
}

/** A round locked six seconds late, no longer the newest. */
const live = facts({
  times: pancakeRoundTimes(at(1_000), at(1_306), 300),
  isCurrent: false,
  lock: fixed(5n),
})

describe('pancakeRoundTimes', () => {
  test('sets lock and close when the round starts', () => {
    expect(times).toEqual({ startTimestamp: 1_000, lockTimestamp: 1_300, closeTimestamp: 1_600 })
  })

  test('resets the close when the round is locked, and keeps the lock', () => {
    expect(live.times).toEqual({
      startTimestamp: 1_000,
      lockTimestamp: 1_300,
      closeTimestamp: 1_606,
    })
  })
})

describe('pancakeRoundState', () => {
  test('is open until its lock time, even if the operator is late to lock it', () => {
    expect(pancakeRoundState(facts(), at(1_299), BUFFER)).toEqual({ kind: 'open' })
    expect(pancakeRoundState(facts(), at(1_300), BUFFER)).toEqual({ kind: 'locked' })
  })

  test('is no longer open once a newer round has started', () => {
    const superseded = facts({ isCurrent: false })
    expect(pancakeRoundState(superseded, at(1_100), BUFFER)).toEqual({ kind: 'locked' })
  })

  test('is settling from its close while it can still be ended', () => {
    expect(pancakeRoundState(live, at(1_605), BUFFER)).toEqual({ kind: 'locked' })
    expect(pancakeRoundState(live, at(1_606), BUFFER)).toEqual({ kind: 'settling' })
    expect(pancakeRoundState(live, at(1_636), BUFFER)).toEqual({ kind: 'settling' })
  })

  test('is empty after the buffer, if it has no bets', () => {
    const empty = { ...live, pool: { bullAmount: toWei(0n), bearAmount: toWei(0n) } }
    expect(pancakeRoundState(empty, at(1_636), BUFFER)).toEqual({ kind: 'settling' })
    expect(pancakeRoundState(empty, at(1_637), BUFFER)).toEqual({ kind: 'empty' })
  })

  test('is refunded after the buffer, whether it was locked or not', () => {
    const refund = { kind: 'refund', reason: 'no-price' }
    expect(pancakeRoundState(live, at(1_637), BUFFER)).toEqual(refund)
    expect(pancakeRoundState(facts(), at(1_630), BUFFER)).toEqual({ kind: 'settling' })
    expect(pancakeRoundState(facts(), at(1_631), BUFFER)).toEqual(refund)
  })

  test.each([
    [6n, 'bull'],
    [4n, 'bear'],
    [5n, null],
  ])('stays settled once ended at %s after 5: the winner is %s', (close, winner) => {
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
