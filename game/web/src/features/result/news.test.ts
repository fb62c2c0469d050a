import { toEpoch, toPriceE8, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import type { Trade } from '#api/trade/trade.ts'
import { testTrade } from '#testing/test-trade.ts'
import { deliveryOf, findNews, outcomeOf, totalsOf } from './news.ts'

const BNB = 10n ** 18n
const NOW = toUnixSeconds(1_000)
const NONE = toWei(0n)

const live = (epoch: bigint) =>
  testTrade(epoch, { isWin: null, state: 'locked', winAmount: 0n, claimAmount: NONE })
const lost = (epoch: bigint, returned = 0n) =>
  testTrade(epoch, {
    isWin: false,
    winAmount: 0n,
    claimAmount: toWei(returned),
    returnedAmount: toWei(returned),
  })
const refund = (overrides: Partial<Trade>) =>
  testTrade(9n, { isWin: null, state: 'refund', winAmount: 0n, ...overrides })

const seen = (newest: bigint, ...pending: bigint[]) => ({
  newest: toEpoch(newest),
  pending: pending.map(toEpoch),
})

describe('findNews', () => {
  const epochs = (...args: Parameters<typeof findNews>) =>
    findNews(...args).news.map(({ epoch }) => epoch)

  test('finds nothing on a device that sees the account for the first time', () => {
    const first = findNews([live(9n), testTrade(8n)], null, NOW)
    expect(first).toEqual({ news: [], seen: seen(9n, 9n) })
  })

  test('finds the results of bets that were pending, and of bets made elsewhere', () => {
    const trades = [live(12n), testTrade(11n), lost(9n), testTrade(8n)]
    expect(epochs(trades, seen(9n, 9n), NOW)).toEqual([9n, 11n])
    expect(findNews(trades, seen(9n, 9n), NOW).seen).toEqual(seen(12n, 12n))
  })

  test('finds each result once', () => {
    const trades = [testTrade(9n)]
    const first = findNews(trades, seen(9n, 9n), NOW)
    expect(first.news).toHaveLength(1)
    expect(epochs(trades, first.seen, NOW)).toEqual([])
  })

  test('takes claimed bets as new only where winnings are sent', () => {
    const trades = [testTrade(9n, { isClaimed: true, claimAmount: NONE })]
    expect(epochs(trades, seen(9n, 9n), NOW)).toEqual([])
    expect(epochs(trades, seen(9n, 9n), NOW, true)).toEqual([9n])
  })

  test('waits until the index has processed the result', () => {
    const half = testTrade(9n, { isWin: null, state: 'settled' })
    const first = findNews([half], seen(9n, 9n), NOW)
    expect(first).toEqual({ news: [], seen: seen(9n, 9n) })
  })

  test('a later refund does not hide an earlier result', () => {
    const first = findNews([refund({ epoch: toEpoch(10n) }), live(9n)], seen(10n, 9n, 10n), NOW)
    expect(first.news.map(({ epoch }) => epoch)).toEqual([10n])
    expect(epochs([testTrade(10n), testTrade(9n)], first.seen, NOW)).toEqual([9n])
  })

  test('leaves out results that are a day old or collected', () => {
    const old = testTrade(9n, { placedAt: toUnixSeconds(NOW - 86_400) })
    const claimed = testTrade(8n, { isClaimed: true })
    expect(epochs([old, claimed], seen(7n), NOW)).toEqual([])
  })
})

describe('outcomeOf', () => {
  test('a win, a loss and a loss with a returned part', () => {
    expect(outcomeOf(testTrade(9n))).toEqual({ kind: 'won', gain: BNB / 50n })
    expect(outcomeOf(lost(9n))).toEqual({ kind: 'lost', lost: BNB / 20n, returned: 0n })
    expect(outcomeOf(lost(9n, BNB / 50n))).toEqual({
      kind: 'lost',
      lost: (3n * BNB) / 100n,
      returned: BNB / 50n,
    })
  })

  test.each([
    ['one-sided', { pool: { bullAmount: toWei(BNB), bearAmount: NONE } }],
    ['tie', { closePrice: toPriceE8(61_200_000_000n) }],
    ['no-price', { closePrice: null }],
  ] as const)('a refund: %s', (reason, overrides) => {
    expect(outcomeOf(refund(overrides))).toEqual({ kind: 'refunded', reason, returned: BNB / 20n })
  })
})

test('totalsOf adds up results of every kind', () => {
  expect(totalsOf([testTrade(7n), lost(8n, BNB / 50n), refund({})])).toEqual({
    won: BNB / 50n,
    lost: (3n * BNB) / 100n,
    returned: (7n * BNB) / 100n,
    claimable: (16n * BNB) / 100n,
  })
})

describe('deliveryOf', () => {
  const paid = { isClaimed: true, claimAmount: NONE }

  test('is pending until all bets are paid', () => {
    const won = testTrade(9n)
    expect(deliveryOf([testTrade(8n, paid), won])).toEqual({ kind: 'pending' })
    expect(deliveryOf([testTrade(8n, paid)])).toEqual({
      kind: 'sent',
      amount: won.stake + won.winAmount,
    })
  })

  test('adds up winnings, refunds and returned parts', () => {
    const trades = [
      refund({ ...paid, returnedAmount: toWei(BNB) }),
      testTrade(7n, { ...paid, isWin: false, winAmount: 0n, returnedAmount: toWei(2n * BNB) }),
    ]
    expect(deliveryOf(trades)).toEqual({ kind: 'sent', amount: 3n * BNB })
  })

  test('is nothing for losses', () => {
    expect(deliveryOf([lost(9n)])).toBeNull()
  })
})
