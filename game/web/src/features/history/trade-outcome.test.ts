import { toWei } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import type { Trade } from '#api/trade/trade.ts'
import { testTrade } from '#testing/test-trade.ts'
import { signedAmount } from './trade/trade-row.tsx'
import { filterTrades, isGain, isUnclaimed, tradeOutcome } from './trade-outcome.ts'

const BNB = 10n ** 18n

/** A bet on a settled round that the index has not processed yet. */
function trade(overrides: Partial<Trade> = {}): Trade {
  return testTrade(9n, { isWin: null, winAmount: 0n, claimAmount: toWei(0n), ...overrides })
}

const won = trade({ isWin: true, winAmount: BNB / 10n, claimAmount: toWei(BNB / 5n) })
const claimed = trade({ isWin: true, winAmount: BNB / 10n, isClaimed: true })
const lost = trade({ isWin: false })
const partlyLost = trade({
  isWin: false,
  returnedAmount: toWei(BNB / 25n),
  claimAmount: toWei(BNB / 25n),
})
const refund = trade({ state: 'refund', claimAmount: toWei(BNB / 20n) })

test('a win that costs more than it pays is no gain', () => {
  expect(isGain(won)).toBe(true)
  expect(isGain(trade({ isWin: true, winAmount: -BNB / 25n }))).toBe(false)
  expect(isGain(lost)).toBe(false)
})

describe('tradeOutcome', () => {
  test.each([
    [won, 'win'],
    [claimed, 'win'],
    [lost, 'lose'],
    [partlyLost, 'lose'],
    [refund, 'refund'],
    [trade({ state: 'open' }), 'open'],
    [trade({ state: 'locked' }), 'live'],
    [trade({ state: 'settling' }), 'calculating'],
    [trade({ state: 'settled' }), 'calculating'],
  ] as const)('case %#', (bet, outcome) => {
    expect(tradeOutcome(bet)).toBe(outcome)
  })
})

describe('signedAmount', () => {
  test.each([
    [won, '+0.1000'],
    [lost, '-0.0500'],
    // 0.04 of 0.05 BNB comes back.
    [partlyLost, '-0.0100'],
    [refund, '-'],
    [trade({ state: 'locked' }), '-'],
    // A winner loses money if the fee exceeds the losing stakes.
    [trade({ isWin: true, winAmount: -BNB / 1_000n }), '-0.0010'],
  ])('case %#', (bet, amount) => {
    expect(signedAmount(bet, tradeOutcome(bet))).toBe(amount)
  })
})

describe('filterTrades', () => {
  const all = [won, claimed, lost, partlyLost, refund, trade({ state: 'open' })]

  test('all is every trade', () => {
    expect(filterTrades(all, 'all')).toEqual(all)
  })

  test('claimed is every claimed trade', () => {
    expect(filterTrades(all, 'claimed')).toEqual([claimed])
  })

  test('unclaimed is unclaimed winnings, refunds and returned parts of losses', () => {
    expect(filterTrades(all, 'unclaimed')).toEqual([won, partlyLost, refund])
    expect(isUnclaimed(trade({ claimAmount: toWei(1n), isClaimed: true }))).toBe(false)
  })
})
