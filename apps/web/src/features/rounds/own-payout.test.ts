import { toBasisPoints, toWei } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { ownPayout } from './own-payout.ts'

const BNB = 10n ** 18n
const treasuryFee = toBasisPoints(300n)
const pool = { bullAmount: toWei(BNB), bearAmount: toWei(2n * BNB) }
const bet = { position: 'bull', stake: toWei(BNB), claimAmount: toWei(0n) } as const

describe('ownPayout', () => {
  test.each(['open', 'locked', 'settling'] as const)('is at the odds of now while %s', (kind) => {
    expect(ownPayout({ pool, treasuryFee }, { kind }, bet)).toBe((291n * BNB) / 100n)
  })

  test('is the stake in a refund', () => {
    const refund = { kind: 'refund', reason: 'tie' } as const
    expect(ownPayout({ pool, treasuryFee }, refund, bet)).toBe(BNB)
  })

  test('is what a winner gets, and nothing for a loser', () => {
    const won = ownPayout({ pool, treasuryFee }, { kind: 'settled', winner: 'bull' }, bet)
    expect(won).toBe((291n * BNB) / 100n)
    expect(ownPayout({ pool, treasuryFee }, { kind: 'settled', winner: 'bear' }, bet)).toBeNull()
  })
})
