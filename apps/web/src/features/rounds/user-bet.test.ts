import { toBasisPoints, toWei } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { userPayout } from './user-bet.ts'

const BNB = 10n ** 18n
const treasuryFee = toBasisPoints(300n)
const pool = { bullAmount: toWei(BNB), bearAmount: toWei(2n * BNB) }
const bet = { position: 'bull', stake: toWei(BNB), claimAmount: toWei(0n) } as const

describe('userPayout', () => {
  test.each(['open', 'locked', 'settling'] as const)('uses the current odds while %s', (kind) => {
    expect(userPayout({ pool, treasuryFee }, { kind }, bet, 'bullring')).toBe((291n * BNB) / 100n)
  })

  test('is the stake in a refund', () => {
    const refund = { kind: 'refund', reason: 'tie' } as const
    expect(userPayout({ pool, treasuryFee }, refund, bet, 'bullring')).toBe(BNB)
  })

  test('is the payout of a winner and null for a loser', () => {
    const won = userPayout(
      { pool, treasuryFee },
      { kind: 'settled', winner: 'bull' },
      bet,
      'bullring',
    )
    expect(won).toBe((291n * BNB) / 100n)
    expect(
      userPayout({ pool, treasuryFee }, { kind: 'settled', winner: 'bear' }, bet, 'bullring'),
    ).toBeNull()
  })
})
