import { toBasisPoints, toWei } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import type { MarketKind } from '#api/market-kind.ts'
import { expectedReturn } from './expected-return.ts'

const BNB = 10n ** 18n
const fee = toBasisPoints(300n)
const pool = (bull: bigint, bear: bigint) => ({ bullAmount: toWei(bull), bearAmount: toWei(bear) })

describe('expectedReturn', () => {
  test('adds the stake to the pool and deducts the fee', () => {
    // 1 on UP, 2 on DOWN, 1 more on UP: 2 share the pot of 4 minus 3 %.
    expect(expectedReturn(pool(BNB, 2n * BNB), 'bull', toWei(BNB), fee, 'bullring')).toEqual({
      payout: 1_940_000_000_000_000_000n,
      profit: 940_000_000_000_000_000n,
      multiple: 1.94,
      isRefund: false,
    })
  })

  test('is a loss where the fee may exceed the stakes on the other side', () => {
    const profitOf = (kind: MarketKind) =>
      expectedReturn(pool(99n * BNB, BNB / 100n), 'bull', toWei(BNB), fee, kind).profit
    expect(profitOf('pancake-v2')).toBeLessThan(0n)
    expect(profitOf('bullring')).toBe(0n)
  })

  test('is the stake while the other side is empty', () => {
    expect(expectedReturn(pool(BNB, 0n), 'bull', toWei(BNB), fee, 'bullring')).toEqual({
      payout: BNB,
      profit: 0n,
      multiple: 1,
      isRefund: true,
    })
  })

  test('deducts the fee in a market that does not refund one-sided rounds', () => {
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
