import { toUnixSeconds } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { intervalPlan, type ReplayAction } from './interval-plan.ts'
import { readRecordedRounds, recordedRound } from './recorded-rounds.ts'

const rounds = await readRecordedRounds()
const GENESIS = 1_700_000_000
const STRIKE_DELAY = 2

function planOf(epoch: number, intervalSeconds: number): readonly ReplayAction[] {
  const schedule = {
    genesisTimestamp: toUnixSeconds(GENESIS),
    intervalSeconds,
    strikeDelay: STRIKE_DELAY,
  }
  return intervalPlan(rounds, schedule, epoch)
}

describe.each([10, 60, 300])('intervalPlan with rounds of %s s', (intervalSeconds) => {
  const epochs = [1, 2, 57, 200, 201]

  test.each(epochs)('stakes the recorded totals of round %s, each trader once', (epoch) => {
    const bets = planOf(epoch, intervalSeconds).filter((action) => action.kind === 'bet')
    const sum = (side: string) =>
      bets
        .filter(({ position }) => position === side)
        .reduce((total, bet) => total + bet.amount, 0n)
    expect(sum('bull')).toBe(recordedRound(rounds, epoch).bullAmount)
    expect(sum('bear')).toBe(recordedRound(rounds, epoch).bearAmount)
    expect(new Set(bets.map(({ trader }) => trader)).size).toBe(bets.length)
  })

  test.each(epochs)('prices round %s first at the time of its first strike', (epoch) => {
    const prices = planOf(epoch, intervalSeconds).filter((action) => action.kind === 'price')
    const before = recordedRound(rounds, Math.max(1, epoch - 1)).lockPrice
    expect(prices[0]).toMatchObject({
      at: GENESIS + (epoch - 1) * intervalSeconds + STRIKE_DELAY,
      price: before,
    })
  })

  test.each(epochs)('keeps every action of round %s within its betting period', (epoch) => {
    const start = GENESIS + (epoch - 1) * intervalSeconds
    for (const { at } of planOf(epoch, intervalSeconds)) {
      expect(at).toBeGreaterThanOrEqual(start)
      expect(at).toBeLessThan(start + intervalSeconds)
    }
  })

  test('returns the same plan each time', () => {
    expect(planOf(9, intervalSeconds)).toEqual(planOf(9, intervalSeconds))
  })
})
