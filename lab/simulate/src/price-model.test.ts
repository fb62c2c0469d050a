import { seededRandom } from '@bullring/stack/replay/random'
import { expect, test } from 'vitest'
import { DEFAULT_MODEL, drawRound, observationOf } from './price-model.ts'
import { BULLRING, BULLRING_WITHOUT_DELAY, PANCAKE_V2, type Rules } from './rules.ts'

/** Reports are observed at -29, 4 and 37 s and on the chain 5 s later; the lock is at 0. */
const PHASE = 4
const observed = (rules: Rules, phase: number, call = 6) =>
  observationOf(rules.strike, 0, call, phase, DEFAULT_MODEL)

test('V2 takes the newest report on the chain when the operator calls', () => {
  expect(observed(PANCAKE_V2, PHASE, 6)).toBe(-29)
  expect(observed(PANCAKE_V2, PHASE, 9)).toBe(4)
})

test('we take the first report on the chain at or after the lock plus the delay', () => {
  expect(observed(BULLRING_WITHOUT_DELAY, PHASE)).toBe(4)
  expect(observed(BULLRING, PHASE)).toBe(37)
})

test('a report observed before the lock can be the strike without the delay, never with it', () => {
  expect(observed(BULLRING_WITHOUT_DELAY, -5)).toBe(-5)
  for (let phase = 0; phase < DEFAULT_MODEL.reportPeriod; phase += 0.1) {
    expect(observed(BULLRING, phase)).toBeGreaterThanOrEqual(5)
  }
})

test('a report is under way in as many rounds as its lag, less the bet lead, has of its period', () => {
  const random = seededRandom(1)
  const rounds = Array.from({ length: 20_000 }, () =>
    drawRound(BULLRING.strike, DEFAULT_MODEL, random),
  )
  const share = rounds.filter(({ isReportUnderWay }) => isReportUnderWay).length / rounds.length
  expect(share).toBeCloseTo(4 / 33, 2)
})
