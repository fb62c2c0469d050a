import { expect, test } from 'vitest'
import { generatedRounds } from './generated-rounds.ts'
import { readRecordedRounds } from './recorded-rounds.ts'

const recorded = await readRecordedRounds()
const rounds = generatedRounds(recorded)

test('is the same at each start', () => {
  expect(generatedRounds(recorded)).toEqual(rounds)
})

test('closes each round with the lock price of the next, near a plausible price', () => {
  for (const [index, round] of rounds.slice(0, -1).entries()) {
    expect(round.closePrice).toBe(rounds[index + 1]?.lockPrice)
  }
  const prices = rounds.map(({ lockPrice }) => Number(lockPrice) / 1e8)
  expect(Math.min(...prices)).toBeGreaterThan(60_000)
  expect(Math.max(...prices)).toBeLessThan(68_000)
  expect(new Set(prices).size).toBeGreaterThan(190)
})

test('has the recorded stakes, in another order', () => {
  const sumOf = (list: typeof rounds) =>
    list.reduce((sum, { bullAmount, bearAmount }) => sum + bullAmount + bearAmount, 0n)
  expect(sumOf(rounds)).toBe(sumOf(recorded))
  expect(rounds[0]?.bullAmount).not.toBe(recorded[0]?.bullAmount)
})
