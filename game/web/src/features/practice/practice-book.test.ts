import { toEpoch, toWei } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { TEST_MARKET } from '#testing/test-app-config.ts'
import { testRound } from '#testing/test-round.ts'
import { NEW_BOOK, payoutPoints, pendingBets, withBet, withPayout } from './practice-book.ts'

const UP = { market: 'BNB', epoch: '12', position: 'bull', stake: 100 } as const
const ROUND_12 = { market: 'BNB', epoch: toEpoch(12n) }

test('a bet takes its stake once, and a result pays once', () => {
  const placed = withBet(NEW_BOOK, UP)
  expect(placed.points).toBe(900)
  expect(withBet(placed, { ...UP, position: 'bear' })).toBe(placed)
  expect(pendingBets(placed, 'BNB')).toHaveLength(1)
  expect(pendingBets(placed, 'BTC')).toHaveLength(0)
  const paid = withPayout(placed, ROUND_12, 194)
  expect(paid.points).toBe(1_094)
  expect(withPayout(paid, ROUND_12, 194)).toBe(paid)
  expect(pendingBets(paid, 'BNB')).toHaveLength(0)
})

test('a bet of more points than there are is not placed', () => {
  const poor = { points: 99, bets: [] }
  expect(withBet(poor, UP)).toBe(poor)
})

test('keeps the newest twenty bets', () => {
  let book = NEW_BOOK
  for (let epoch = 1; epoch <= 21; epoch += 1) {
    book = withBet(book, { ...UP, epoch: `${epoch}`, stake: 10 })
  }
  expect(book.bets.map(({ epoch }) => epoch)).toEqual(
    Array.from({ length: 20 }, (_, index) => `${index + 2}`),
  )
})

describe('payoutPoints', () => {
  const points = (overrides: Parameters<typeof testRound>[1]) =>
    payoutPoints(testRound(12n, overrides), UP, TEST_MARKET)

  test('follows the odds of the real round', () => {
    expect(points({ state: { kind: 'settled', winner: 'bull' } })).toBe(194)
    expect(points({ state: { kind: 'settled', winner: 'bear' } })).toBe(0)
  })

  test('there is none before the result', () => {
    for (const kind of ['open', 'locked', 'settling'] as const) {
      expect(points({ state: { kind } })).toBeNull()
    }
  })

  test('a refund, and a win without real bets on its side, give the stake back', () => {
    expect(points({ state: { kind: 'refund', reason: 'tie' } })).toBe(100)
    const pool = { bullAmount: toWei(0n), bearAmount: toWei(5n) }
    expect(points({ pool, state: { kind: 'settled', winner: 'bull' } })).toBe(100)
  })

  test('a tie that the house wins gives nothing back', () => {
    expect(points({ state: { kind: 'settled', winner: null } })).toBe(0)
  })
})
