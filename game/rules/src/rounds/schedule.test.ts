import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toEpoch, toUnixSeconds } from '../amounts/units.ts'
import { currentEpoch, firstEpochClosedAfter, roundTimes, strikeTime } from './schedule.ts'

const schedule = { genesisTimestamp: toUnixSeconds(1_000), intervalSeconds: 300, strikeDelay: 10 }

describe('roundTimes', () => {
  test('starts round 1 at genesis and closes each round when the next one locks', () => {
    expect(roundTimes(schedule, toEpoch(1))).toEqual({
      startTimestamp: 1_000,
      lockTimestamp: 1_300,
      closeTimestamp: 1_600,
    })
    expect(roundTimes(schedule, toEpoch(2)).lockTimestamp).toBe(1_600)
  })
})

describe('strikeTime', () => {
  test('is the delay after the lock', () => {
    expect(strikeTime(schedule, toEpoch(1))).toBe(1_310)
    expect(strikeTime({ ...schedule, strikeDelay: 0 }, toEpoch(2))).toBe(1_600)
  })
})

describe('currentEpoch', () => {
  test.each([
    [999, 0n],
    [1_000, 1n],
    [1_299, 1n],
    [1_300, 2n],
  ])('at second %s is %s', (now, epoch) => {
    expect(currentEpoch(schedule, toUnixSeconds(now))).toBe(epoch)
  })

  test('property: the current round has started and not locked', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1_000, max: 10 ** 9 }), (now) => {
        const times = roundTimes(schedule, currentEpoch(schedule, toUnixSeconds(now)))
        expect(times.startTimestamp <= now && now < times.lockTimestamp).toBe(true)
      }),
    )
  })
})

describe('firstEpochClosedAfter', () => {
  test('includes a round that closes in the next second, not one that closes now', () => {
    const { closeTimestamp } = roundTimes(schedule, toEpoch(7))
    expect(firstEpochClosedAfter(schedule, toUnixSeconds(closeTimestamp - 1))).toBe(7n)
    expect(firstEpochClosedAfter(schedule, closeTimestamp)).toBe(8n)
  })

  test('is the first round before any has closed', () => {
    expect(firstEpochClosedAfter(schedule, toUnixSeconds(0))).toBe(1n)
  })
})
