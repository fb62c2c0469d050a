import type { RoundState } from '@bullring/prediction/round-state'
import { toEpoch, toWei } from '@bullring/prediction/units'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { TEST_MARKET } from '#testing/test-app-config.ts'
import { testRound } from '#testing/test-round.ts'
import type { CardRound } from './use-rounds.ts'
import type { UserBet } from './user-bet.ts'
import { UserResult } from './user-result.tsx'

afterEach(cleanup)

const BNB = 10n ** 18n
const market = TEST_MARKET
const UP_WON: RoundState = { kind: 'settled', winner: 'bull' }

function card(epoch: bigint, state: RoundState): CardRound {
  return { kind: 'ready', round: testRound(epoch, { state }) }
}

const bet = (position: UserBet['position'], claimAmount = 0n): UserBet => ({
  position,
  stake: toWei(BNB),
  claimAmount: toWei(claimAmount),
  isClaimed: false,
})

/** Renders the steps one after the other and returns the final announcement. */
function show(...steps: [CardRound, UserBet?][]): string {
  const { rerender } = render(null)
  for (const [expired, bet] of steps) {
    const userBets = new Map(bet ? [[toEpoch(10n), bet]] : [])
    rerender(<UserResult market={market} expired={expired} userBets={userBets} />)
  }
  return screen.getByRole('status').textContent
}

describe('UserResult', () => {
  test('announces a win from when it can be claimed until it is', () => {
    const settling: [CardRound, UserBet] = [card(10n, { kind: 'settling' }), bet('bull')]
    const settled = card(10n, UP_WON)
    expect(show(settling, [settled, bet('bull')])).toBe('')
    cleanup()
    expect(show(settling, [settled, bet('bull', (BNB * 194n) / 100n)])).toBe(
      'Round #10: UP won. You won and can collect 1.9400 BNB.',
    )
    cleanup()
    expect(show(settling, [settled, bet('bull', BNB)], [settled, bet('bull')])).toBe('')
  })

  test('announces a loss and a refund', () => {
    const before: [CardRound] = [card(9n, UP_WON)]
    expect(show(before, [card(10n, UP_WON), bet('bear')])).toBe(
      'Round #10: UP won. You lost your bet.',
    )
    cleanup()
    const refund = card(10n, { kind: 'refund', reason: 'tie' })
    expect(show(before, [refund, bet('bear', BNB)])).toBe(
      'Round #10: refund. You can collect 1.0000 BNB.',
    )
    cleanup()
    const house = card(10n, { kind: 'settled', winner: null })
    expect(show([{ kind: 'none' }], [house, bet('bear')])).toBe(
      'Round #10: House won. You lost your bet.',
    )
  })

  test('announces what comes back of a loss that was not matched in full', () => {
    // 0.05 BNB on UP can win 19 times as much: 0.95 of the 2 BNB on DOWN.
    const pool = { bullAmount: toWei(BNB / 20n), bearAmount: toWei(2n * BNB) }
    const decided: CardRound = { kind: 'ready', round: testRound(10n, { pool, state: UP_WON }) }
    expect(show([card(9n, UP_WON)], [decided, bet('bear')])).toBe(
      'Round #10: UP won. You lost 0.4750 BNB; 0.5250 BNB comes back.',
    )
  })

  test('ignores a result that was known when the page loaded', () => {
    const known = card(10n, UP_WON)
    expect(show([{ kind: 'loading' }], [known], [known, bet('bull', BNB)])).toBe('')
  })

  test('announces nothing without a bet', () => {
    expect(show([card(10n, { kind: 'settling' })], [card(10n, UP_WON)])).toBe('')
  })
})
