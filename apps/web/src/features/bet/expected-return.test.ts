import { toBasisPoints, toWei } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { expectedReturn } from './expected-return.ts'

const BNB = 10n ** 18n
const fee = toBasisPoints(300n)
const pool = (bull: bigint, bear: bigint) => ({ bullAmount: toWei(bull), bearAmount: toWei(bear) })

describe('expectedReturn', () => {
  test('counts the own stake into the pool and takes the fee', () => {
    // 1 on UP, 2 on DOWN, 1 more on UP: the pot of 4 less 3 % is shared by 2.
    expect(expectedReturn(pool(BNB, 2n * BNB), 'bull', toWei(BNB), fee, 'bullring')).toEqual({
      payout: 1_940_000_000_000_000_000n,
      profit: 940_000_000_000_000_000n,
      multiple: 1.94,
      isRefund: false,
    })
  })

  test('tells of a loss where the fee is more than the other side has staked', () => {
    const { profit } = expectedReturn(
      pool(99n * BNB, BNB / 100n),
      'bull',
      toWei(BNB),
      fee,
      'bullring',
    )
    expect(profit).toBeLessThan(0n)
  })

  test('expects the stake back while nobody is on the other side', () => {
    expect(expectedReturn(pool(BNB, 0n), 'bull', toWei(BNB), fee, 'bullring')).toEqual({
      payout: BNB,
      profit: 0n,
      multiple: 1,
      isRefund: true,
    })
  })

  test('is decided by the fee alone where the contract decides one-sided rounds', () => {
    const { payout, isRefund } = expectedReturn(
      pool(BNB, 0n),
      'bull',
      toWei(BNB),
      fee,
      'pancake-v2',
    )
    expect([payout, isRefund]).toEqual([(97n * BNB) / 100n, false])
  })
})
