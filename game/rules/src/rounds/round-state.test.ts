import { describe, expect, test } from 'vitest'
import { toPriceE8, toUnixSeconds, toWei } from '../amounts/units.ts'
import { displayType, type RoundFacts, roundState, type Strike } from './round-state.ts'

const WINDOW = 86_400
const TERMS = { strikeDelay: 0, settlementWindow: WINDOW }
const at = (seconds: number) => toUnixSeconds(seconds)

const times = { startTimestamp: at(1_000), lockTimestamp: at(1_300), closeTimestamp: at(1_600) }
const pending: Strike = { kind: 'pending' }
const voided: Strike = { kind: 'void' }

function fixed(price: bigint): Strike {
  return { kind: 'fixed', price: toPriceE8(price), oracleRoundId: 1n }
}

function facts(overrides: Partial<RoundFacts> = {}): RoundFacts {
  return {
    times,
    pool: { bullAmount: toWei(4n), bearAmount: toWei(6n) },
    lock: pending,
    close: pending,
    ...overrides,
  }
}

describe('displayType', () => {
  test.each([
    [1_299, 'next'],
    [1_300, 'live'],
    [1_599, 'live'],
    [1_600, 'expired'],
  ])('at second %s is %s', (now, type) => {
    expect(displayType(times, at(now))).toBe(type)
  })
})

describe('roundState', () => {
  test('is open until the second of the lock, then locked until the second of the close', () => {
    expect(roundState(facts(), at(1_299), TERMS)).toEqual({ kind: 'open' })
    expect(roundState(facts(), at(1_300), TERMS)).toEqual({ kind: 'locked' })
    expect(roundState(facts({ lock: fixed(5n) }), at(1_599), TERMS)).toEqual({ kind: 'locked' })
  })

  test('is settling from the close until both strikes are known', () => {
    const waiting = { kind: 'settling' }
    expect(roundState(facts({ lock: fixed(5n) }), at(1_600), TERMS)).toEqual(waiting)
    expect(roundState(facts({ close: fixed(5n) }), at(1_700), TERMS)).toEqual(waiting)
  })

  test('has a winner when both strikes are known', () => {
    const rose = facts({ lock: fixed(5n), close: fixed(6n) })
    expect(roundState(rose, at(1_600), TERMS)).toEqual({ kind: 'settled', winner: 'bull' })
    const fell = facts({ lock: fixed(6n), close: fixed(5n) })
    expect(roundState(fell, at(1_600), TERMS)).toEqual({ kind: 'settled', winner: 'bear' })
  })

  test('refunds a tie', () => {
    const tie = facts({ lock: fixed(5n), close: fixed(5n) })
    expect(roundState(tie, at(1_600), TERMS)).toEqual({ kind: 'refund', reason: 'tie' })
  })

  test('refunds a one-sided round from the lock on', () => {
    const round = facts({ pool: { bullAmount: toWei(4n), bearAmount: toWei(0n) } })
    expect(roundState(round, at(1_299), TERMS)).toEqual({ kind: 'open' })
    expect(roundState(round, at(1_300), TERMS)).toEqual({ kind: 'refund', reason: 'one-sided' })
  })

  test('refunds as soon as either strike is void', () => {
    const refund = { kind: 'refund', reason: 'no-price' }
    expect(roundState(facts({ lock: voided }), at(1_300), TERMS)).toEqual(refund)
    const late = facts({ lock: fixed(5n), close: voided })
    expect(roundState(late, at(1_600), TERMS)).toEqual(refund)
  })

  test('refunds when a strike was not settled inside its window', () => {
    const round = facts({ close: fixed(5n) })
    expect(roundState(round, at(1_300 + WINDOW), TERMS)).toEqual({ kind: 'settling' })
    expect(roundState(round, at(1_301 + WINDOW), TERMS)).toEqual({
      kind: 'refund',
      reason: 'no-price',
    })
  })

  test('counts the window from the time of the strike, the refund of one side from the lock', () => {
    const delayed = { ...TERMS, strikeDelay: 10 }
    const round = facts({ close: fixed(5n) })
    expect(roundState(round, at(1_310 + WINDOW), delayed)).toEqual({ kind: 'settling' })
    expect(roundState(round, at(1_311 + WINDOW), delayed).kind).toBe('refund')
    const oneSided = facts({ pool: { bullAmount: toWei(4n), bearAmount: toWei(0n) } })
    expect(roundState(oneSided, at(1_300), delayed).kind).toBe('refund')
  })

  test('has a winner without any bets', () => {
    const empty = { bullAmount: toWei(0n), bearAmount: toWei(0n) }
    const round = facts({ pool: empty, lock: fixed(5n), close: fixed(6n) })
    expect(roundState(round, at(1_700), TERMS)).toEqual({ kind: 'settled', winner: 'bull' })
  })

  describe('without any bets', () => {
    const pool = { bullAmount: toWei(0n), bearAmount: toWei(0n) }
    const expected: Strike = {
      kind: 'pending',
      expected: { price: toPriceE8(6n), oracleRoundId: 2n },
    }
    const stateOf = (overrides: Partial<RoundFacts>, now = 1_700) =>
      roundState(facts({ pool, ...overrides }), at(now), TERMS).kind

    test('is empty once the oracle has answered for both prices, settled or not', () => {
      expect(stateOf({ lock: expected, close: expected })).toBe('empty')
      expect(stateOf({ lock: fixed(5n), close: expected })).toBe('empty')
      expect(stateOf({ lock: expected, close: expected }, 1_599)).toBe('locked')
      expect(stateOf({ lock: expected, close: pending })).toBe('settling')
    })

    test('is empty where others would be refunded: there is nothing to return', () => {
      expect(stateOf({ lock: voided, close: fixed(5n) })).toBe('empty')
      expect(stateOf({ lock: fixed(5n), close: fixed(5n) })).toBe('empty')
      expect(stateOf({}, 1_301 + WINDOW)).toBe('empty')
      expect(stateOf({ lock: voided }, 1_599)).toBe('locked')
    })

    test('is empty where the oracle has answered, and no answer settles a strike', () => {
      const unanswered: Strike = { kind: 'pending', expected: null }
      expect(stateOf({ lock: unanswered, close: pending })).toBe('empty')
      expect(stateOf({ lock: fixed(5n), close: unanswered })).toBe('empty')
      expect(stateOf({ lock: unanswered }, 1_599)).toBe('locked')
    })

    test('is no reason to decide a round with bets', () => {
      const withBets = facts({ lock: expected, close: expected })
      expect(roundState(withBets, at(1_700), TERMS)).toEqual({ kind: 'settling' })
    })
  })
})
