import { toWei } from '@bullring/prediction/units'
import { expect, test } from 'vitest'
import { playRound } from './play-round.ts'
import { BULLRING, PANCAKE_V2 } from './rules.ts'

const BNB = 10n ** 18n
const milli = (amount: bigint) => toWei((amount * BNB) / 1000n)
const lonePool = { bullAmount: milli(10_000n), bearAmount: milli(0n) }
const dust = [{ position: 'bear' as const, amount: milli(1n) }]

test('under V2 rules a winning dust bet takes the pool less the fee', () => {
  const { profit, bestMultiple } = playRound(lonePool, dust, 'bear', PANCAKE_V2)
  expect(profit).toBe((9_699_970n * BNB) / 1_000_000n)
  expect(bestMultiple).toBeCloseTo(9_700.97, 6)
})

test('under our rules a winning dust bet earns the maximum multiple less the fee', () => {
  const { profit, bestMultiple } = playRound(lonePool, dust, 'bear', BULLRING)
  expect(profit).toBe((18_400n * BNB) / 1_000_000n)
  expect(bestMultiple).toBeCloseTo(19.4, 9)
})

test('under V2 rules a right prediction against dust loses to the fee', () => {
  const { profit, rightPredictionGain } = playRound(lonePool, dust, 'bull', PANCAKE_V2)
  expect(rightPredictionGain).toBeCloseTo(-0.029903, 9)
  expect(profit).toBe(-milli(1n))
})

test('under our rules a right prediction against dust pays its stake', () => {
  const { profit, rightPredictionGain } = playRound(lonePool, dust, 'bull', BULLRING)
  expect(rightPredictionGain).toBe(0)
  expect(profit).toBe(-milli(1n))
})

test('without bets on the other side V2 charges the winner and we return the stake', () => {
  expect(playRound(lonePool, [], 'bull', PANCAKE_V2).rightPredictionGain).toBeCloseTo(-0.03, 9)
  expect(playRound(lonePool, [], 'bull', BULLRING).rightPredictionGain).toBe(0)
})

test('a tie takes the stake under V2 rules and returns it under ours', () => {
  expect(playRound(lonePool, dust, null, PANCAKE_V2).profit).toBe(-milli(1n))
  expect(playRound(lonePool, dust, null, BULLRING).profit).toBe(0n)
})
