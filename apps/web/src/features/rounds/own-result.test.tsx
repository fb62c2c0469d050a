import type { RoundState } from '@bullring/prediction/round-state'
import { toEpoch, toWei } from '@bullring/prediction/units'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, test } from 'vitest'
import { testRound } from '#testing/test-round.ts'
import type { OwnBet } from './own-bet.ts'
import { OwnResult } from './own-result.tsx'
import type { CardRound } from './use-rounds.ts'

afterEach(cleanup)

const BNB = 10n ** 18n
const UP_WON: RoundState = { kind: 'settled', winner: 'bull' }

function card(epoch: bigint, state: RoundState): CardRound {
  return { kind: 'ready', round: testRound(epoch, { state }) }
}

const bet = (position: OwnBet['position'], claimAmount = 0n): OwnBet => ({
  position,
  stake: toWei(BNB),
  claimAmount: toWei(claimAmount),
})

/** Shows one card after the other, as the page does while it is open. */
function show(...steps: [CardRound, OwnBet?][]): string {
  const { rerender } = render(null)
  for (const [expired, own] of steps) {
    rerender(<OwnResult expired={expired} ownBets={new Map(own ? [[toEpoch(10n), own]] : [])} />)
  }
  return screen.getByRole('status').textContent
}

describe('OwnResult', () => {
  test('tells of a win once it can be collected, until it is', () => {
    const settling: [CardRound, OwnBet] = [card(10n, { kind: 'settling' }), bet('bull')]
    const settled = card(10n, UP_WON)
    expect(show(settling, [settled, bet('bull')])).toBe('')
    cleanup()
    expect(show(settling, [settled, bet('bull', (BNB * 194n) / 100n)])).toBe(
      'Round #10: UP won. You won and can collect 1.9400 BNB.',
    )
    cleanup()
    expect(show(settling, [settled, bet('bull', BNB)], [settled, bet('bull')])).toBe('')
  })

  test('tells of a loss and of a refund', () => {
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

  test('is silent about a result that was there when the page came', () => {
    const known = card(10n, UP_WON)
    expect(show([{ kind: 'loading' }], [known], [known, bet('bull', BNB)])).toBe('')
  })

  test('is silent where nothing was bet', () => {
    expect(show([card(10n, { kind: 'settling' })], [card(10n, UP_WON)])).toBe('')
  })
})
