import { toBasisPoints, toWei } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { TEST_MARKET } from '#testing/test-app-config.ts'
import { userLoss } from './user-bet.ts'

const BNB = 10n ** 18n
const market = TEST_MARKET
const treasuryFee = toBasisPoints(300n)
const pool = { bullAmount: toWei(BNB), bearAmount: toWei(2n * BNB) }

describe('userLoss', () => {
  const upWon = { kind: 'settled', winner: 'bull' } as const
  const lost = { position: 'bear', stake: toWei(BNB) } as const
  const thin = { bullAmount: toWei(BNB / 100n), bearAmount: toWei(2n * BNB) }

  test('is the matched part of the stake; the rest comes back', () => {
    // 0.01 BNB on UP can win 0.19 of the 2 BNB on DOWN.
    const round = { pool: thin, treasuryFee }
    const returned = (905n * BNB) / 1_000n
    expect(userLoss(round, upWon, lost, market)).toEqual({ lost: BNB - returned, returned })
  })

  test('is the whole stake if the other side matched it, and without a limit', () => {
    const even = { pool, treasuryFee }
    expect(userLoss(even, upWon, lost, market)).toEqual({ lost: BNB, returned: 0n })
    const v2 = {
      kind: 'pancake-v2',
      maxPayoutMultiple: 0,
      strikeDelay: 0,
      settlementWindow: 30,
    } as const
    const round = { pool: thin, treasuryFee }
    expect(userLoss(round, upWon, lost, v2)).toEqual({ lost: BNB, returned: 0n })
    const houseWon = { kind: 'settled', winner: null } as const
    expect(userLoss(round, houseWon, lost, v2)).toEqual({ lost: BNB, returned: 0n })
  })

  test('is null unless the bet is lost', () => {
    const round = { pool: thin, treasuryFee }
    expect(userLoss(round, upWon, { ...lost, position: 'bull' }, market)).toBeNull()
    expect(userLoss(round, { kind: 'locked' }, lost, market)).toBeNull()
    expect(userLoss(round, { kind: 'refund', reason: 'tie' }, lost, market)).toBeNull()
  })
})
