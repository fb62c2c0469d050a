import { toUnixSeconds } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { dueStrikes, settleableEpochs } from './due-strikes.ts'

const schedule = { genesisTimestamp: toUnixSeconds(10_000), intervalSeconds: 300 }
const at = (seconds: number, window = 86_400) =>
  settleableEpochs(schedule, window, toUnixSeconds(seconds))

describe('settleableEpochs', () => {
  test('is empty until the first lock', () => {
    expect(at(9_000)).toEqual([])
    expect(at(10_000)).toEqual([])
    expect(at(10_299)).toEqual([])
  })

  test('has an epoch from the second of its lock on', () => {
    expect(at(10_300)).toEqual([1])
    expect(at(10_599)).toEqual([1])
    expect(at(10_600)).toEqual([1, 2])
  })

  test('has an epoch up to the last second of its window, which still counts', () => {
    expect(at(10_300 + 700, 700)).toEqual([1, 2, 3])
    expect(at(10_300 + 701, 700)).toEqual([2, 3])
  })
})

describe('dueStrikes', () => {
  const view = (epoch: number, isPending: boolean, hasBets: boolean) => ({
    epoch,
    isPending,
    hasBets,
  })

  test('takes pending strikes that decide bets, oldest first', () => {
    expect(
      dueStrikes(
        [view(3, true, true), view(1, true, true), view(2, false, true), view(4, true, false)],
        false,
      ),
    ).toEqual([1, 3])
  })

  test('takes those without bets too when told to, but last', () => {
    expect(
      dueStrikes([view(1, true, false), view(2, true, true), view(3, true, false)], true),
    ).toEqual([2, 1, 3])
  })
})
