import type { Pool } from '@bullring/prediction/payout'
import { toWei } from '@bullring/prediction/units'
import { expect, test } from 'vitest'
import { playRound } from './play-round.ts'
import { BULLRING, PANCAKE_V2, type Rules } from './rules.ts'
import {
  betBothSides,
  createBalancer,
  DUST,
  findBestStake,
  lookEarly,
  lookEarlyIfUnderWay,
  snipeWithDust,
  splitOverAccounts,
  type View,
} from './strategies.ts'

const BNB = 10n ** 18n
const milli = (amount: bigint) => toWei((amount * BNB) / 1000n)

function view(
  bull: bigint,
  bear: bigint,
  rules: Rules = BULLRING,
  isReportUnderWay = false,
): View & { pool: Pool } {
  return {
    pool: { bullAmount: milli(bull), bearAmount: milli(bear) },
    rules,
    priced: { winner: 'bull', lookedAt: 'bear', isReportUnderWay },
  }
}

test('dust goes to the smaller side', () => {
  expect(snipeWithDust(view(10_000n, 0n))).toEqual([{ position: 'bear', amount: milli(1n) }])
  expect(snipeWithDust(view(10n, 20n))).toEqual([{ position: 'bull', amount: milli(1n) }])
})

test('the best stake evens out a pool as calculus says', () => {
  // Expected profit x -> 0.485 x (4 + x) / (1 + x) - x has its maximum at sqrt(0.485 * 3 / 0.515) - 1 = 0.681.
  const amount = findBestStake(view(1_000n, 3_000n).pool, PANCAKE_V2)
  expect(amount).toBeGreaterThan(milli(640n))
  expect(amount).toBeLessThan(milli(720n))
})

test('against an empty side the best stake is dust under V2 rules, a nineteenth of the pool under ours', () => {
  const { pool } = view(10_000n, 0n)
  expect(findBestStake(pool, PANCAKE_V2)).toBe(DUST)
  expect(findBestStake(pool, BULLRING)).toBeGreaterThan(milli(480n))
  expect(findBestStake(pool, BULLRING)).toBeLessThan(milli(580n))
})

test('the balancer stays out of an even pool', () => {
  expect(createBalancer()(view(1_000n, 1_000n))).toEqual([])
})

test('bets on both sides of an even pool lose the fee with either winner', () => {
  const { pool } = view(1_000n, 1_000n)
  const bets = betBothSides(view(1_000n, 1_000n))
  expect(bets.map(({ position }) => position)).toEqual(['bull', 'bear'])
  for (const rules of [PANCAKE_V2, BULLRING]) {
    expect(playRound(pool, bets, 'bull', rules).profit).toBe(-milli(3n))
    expect(playRound(pool, bets, 'bear', rules).profit).toBe(-milli(3n))
  }
})

test('bets of ten accounts pay what one bet pays, less rounding', () => {
  const split = splitOverAccounts(createBalancer(), 10n)
  for (const rules of [PANCAKE_V2, BULLRING]) {
    const seen = view(1_000n, 3_000n, rules)
    const [one, ten] = [createBalancer()(seen), split(seen)]
    expect(ten).toHaveLength(10)
    const profit = playRound(seen.pool, one, 'bull', rules).profit
    const splitProfit = playRound(seen.pool, ten, 'bull', rules).profit
    expect(splitProfit).toBeLessThanOrEqual(profit)
    expect(profit - splitProfit).toBeLessThan(10n)
  }
})

test('a split never bets less than the minimum', () => {
  expect(splitOverAccounts(snipeWithDust, 10n)(view(10n, 0n))).toEqual([
    { position: 'bear', amount: DUST },
  ])
  const three = () => [{ position: 'bull' as const, amount: toWei(DUST * 3n + 1n) }]
  expect(splitOverAccounts(three, 10n)(view(10n, 0n)).map(({ amount }) => amount)).toEqual([
    DUST + 1n,
    DUST,
    DUST,
  ])
})

test('an early look bets on the side it saw, or only while a report is under way', () => {
  const bets = [{ position: 'bear', amount: milli(50n) }]
  expect(lookEarly(view(1n, 1n))).toEqual(bets)
  expect(lookEarlyIfUnderWay(view(1n, 1n))).toEqual([])
  expect(lookEarlyIfUnderWay(view(1n, 1n, BULLRING, true))).toEqual(bets)
})
