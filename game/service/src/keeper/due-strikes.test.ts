import { toEpoch, toUnixSeconds } from '@bullring/prediction/units'
import { describe, expect, test } from 'vitest'
import { dueStrikes, settleableEpochs } from './due-strikes.ts'

const schedule = { genesisTimestamp: toUnixSeconds(10_000), intervalSeconds: 300, strikeDelay: 0 }
const at = (seconds: number, window = 86_400) =>
  settleableEpochs(schedule, window, toUnixSeconds(seconds))

describe('settleableEpochs', () => {
  test('is empty until the first lock', () => {
    expect(at(9_000)).toEqual([])
    expect(at(10_000)).toEqual([])
    expect(at(10_299)).toEqual([])
  })

  test('includes an epoch from the second of its lock', () => {
    expect(at(10_300)).toEqual([1n])
    expect(at(10_599)).toEqual([1n])
    expect(at(10_600)).toEqual([1n, 2n])
  })

  test('waits for the delay between lock and strike, and counts the window from there', () => {
    const delayed = { ...schedule, strikeDelay: 10 }
    const epochsAt = (seconds: number) => settleableEpochs(delayed, 700, toUnixSeconds(seconds))
    expect(epochsAt(10_309)).toEqual([])
    expect(epochsAt(10_310)).toEqual([1n])
    expect(epochsAt(10_310 + 700)).toEqual([1n, 2n, 3n])
    expect(epochsAt(10_310 + 701)).toEqual([2n, 3n])
  })

  test('includes an epoch until the last second of its window', () => {
    expect(at(10_300 + 700, 700)).toEqual([1n, 2n, 3n])
    expect(at(10_300 + 701, 700)).toEqual([2n, 3n])
  })
})

describe('dueStrikes', () => {
  const view = (epoch: number, isPending: boolean, isNeeded: boolean) => ({
    epoch: toEpoch(epoch),
    isPending,
    isNeeded,
  })

  test('picks pending strikes that decide bets, oldest first', () => {
    expect(
      dueStrikes(
        [view(3, true, true), view(1, true, true), view(2, false, true), view(4, true, false)],
        false,
      ),
    ).toEqual([1n, 3n])
  })

  test('picks strikes without bets last when configured to', () => {
    expect(
      dueStrikes([view(1, true, false), view(2, true, true), view(3, true, false)], true),
    ).toEqual([2n, 1n, 3n])
  })
})
