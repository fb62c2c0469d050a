import { toUnixSeconds } from '@bullring/prediction/units'
import { expect, test } from 'vitest'
import { intervalPlan } from './interval-plan.ts'
import { priceBetween } from './price-between.ts'
import { readRecordedRounds } from './recorded-rounds.ts'

const rounds = await readRecordedRounds()
const GENESIS = 1_700_000_000
const schedule = {
  genesisTimestamp: toUnixSeconds(GENESIS),
  intervalSeconds: 60,
  strikeDelay: 2,
}
const priceAt = (second: number) => priceBetween(rounds, schedule, toUnixSeconds(second))

test('meets each answer of the oracle at its second, and moves by less than 0.2 % in between', () => {
  const answers = [7, 8, 9]
    .flatMap((epoch) => intervalPlan(rounds, schedule, epoch))
    .filter((action) => action.kind === 'price')
  for (const { at, price } of answers) expect(priceAt(at)).toBe(price)
  const [first, last] = [answers.at(0)?.at ?? 0, answers.at(-1)?.at ?? 0]
  const prices = Array.from({ length: last - first }, (_, second) =>
    Number(priceAt(first + second)),
  )
  expect(new Set(prices).size).toBeGreaterThan(3 * answers.length)
  prices.slice(1).forEach((price, index) => {
    expect(Math.abs(price / (prices[index] ?? 0) - 1)).toBeLessThan(0.002)
  })
})

test('tells the same price again, and none before the first answer', () => {
  expect(priceAt(GENESIS + 500)).toBe(priceAt(GENESIS + 500))
  expect(priceAt(GENESIS)).toBeNull()
})
