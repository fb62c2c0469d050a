import { toBasisPoints, toWei } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { expectedReturn } from './expected-return.ts'
import type { PayoutTerms } from './market-rules.ts'

const BNB = 10n ** 18n
const market = { kind: 'bullring', maxPayoutMultiple: 2_000 } as const
const pancake = {
  kind: 'pancake-v2',
  maxPayoutMultiple: 0,
} as const
const fee = toBasisPoints(300n)
const pool = (bull: bigint, bear: bigint) => ({ bullAmount: toWei(bull), bearAmount: toWei(bear) })

describe('expectedReturn', () => {
  test('adds the stake to the pool and deducts the fee', () => {
    // 1 on UP, 2 on DOWN, 1 more on UP: 2 share the pot of 4 minus 3 %.
    expect(expectedReturn(pool(BNB, 2n * BNB), 'bull', toWei(BNB), fee, market)).toEqual({
      payout: 1_940_000_000_000_000_000n,
      profit: 940_000_000_000_000_000n,
      multiple: 1.94,
      fee: (6n * BNB) / 100n,
      isRefund: false,
      limit: null,
      atRisk: BNB,
    })
  })

  test('is a loss where the fee may exceed the stakes on the other side', () => {
    const profitOf = (market: PayoutTerms) =>
      expectedReturn(pool(99n * BNB, BNB / 100n), 'bull', toWei(BNB), fee, market).profit
    expect(profitOf(pancake)).toBeLessThan(0n)
    expect(profitOf(market)).toBe(0n)
  })

  test('is the stake while the other side is empty', () => {
    expect(expectedReturn(pool(BNB, 0n), 'bull', toWei(BNB), fee, market)).toEqual({
      payout: BNB,
      profit: 0n,
      multiple: 1,
      fee: 0n,
      isRefund: true,
      limit: null,
      atRisk: 0n,
    })
  })

  test('deducts the fee in a market that does not refund one-sided rounds', () => {
    const { payout, isRefund } = expectedReturn(pool(BNB, 0n), 'bull', toWei(BNB), fee, pancake)
    expect([payout, isRefund]).toEqual([(97n * BNB) / 100n, false])
  })

  test('never exceeds the maximum multiple, less the fee', () => {
    // 0.001 on UP against 10 on DOWN: at most 20 times 0.001, less 3 %.
    const dust = toWei(BNB / 1_000n)
    expect(expectedReturn(pool(0n, 10n * BNB), 'bull', dust, fee, market)).toMatchObject({
      payout: (194n * BNB) / 10_000n,
      multiple: 19.4,
      limit: 20,
      atRisk: dust,
    })
    const unlimited = expectedReturn(pool(0n, 10n * BNB), 'bull', dust, fee, pancake)
    expect([unlimited.limit, unlimited.multiple]).toEqual([null, 9700.97])
  })

  test('tells what part of a stake the other side can match', () => {
    // 0.5 on DOWN against 0.001 on UP, which can win 0.019.
    const { atRisk, profit } = expectedReturn(
      pool(BNB / 1_000n, 0n),
      'bear',
      toWei(BNB / 2n),
      fee,
      market,
    )
    expect(atRisk).toBe((19n * BNB) / 1_000n)
    expect(profit).toBe(0n)
  })
})
