import { toUnixSeconds } from '@bullring/prediction/units'
import { act, cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { ChainClock } from '#chain/clock/chain-clock.ts'
import { ChainClockContext } from '#chain/clock/use-chain-time.ts'
import { playTick, vibrateTick } from '#settings/alert-signals.ts'
import { changeSettings } from '#settings/device-settings.ts'
import { useTicks } from './use-ticks.ts'

vi.mock('#settings/alert-signals.ts', () => ({ playTick: vi.fn(), vibrateTick: vi.fn() }))

const LOCK = toUnixSeconds(1_000)

function Ticks({ lock }: { lock: typeof LOCK | null }) {
  useTicks(lock)
  return null
}

function open(lock: typeof LOCK | null) {
  let now = 0
  const listeners = new Set<() => void>()
  const clock: ChainClock = {
    now: () => toUnixSeconds(now),
    sync: () => undefined,
    subscribe: (onTick) => {
      listeners.add(onTick)
      return () => listeners.delete(onTick)
    },
  }
  render(
    <ChainClockContext value={clock}>
      <Ticks lock={lock} />
    </ChainClockContext>,
  )
  return (time: number) => {
    now = time
    act(() => {
      for (const listener of listeners) listener()
    })
  }
}

beforeEach(() => {
  localStorage.clear()
  vi.mocked(playTick).mockClear()
  vi.mocked(vibrateTick).mockClear()
})
afterEach(cleanup)

test('ticks once in each of the last ten seconds, in the ways that are switched on', () => {
  changeSettings({ hasSound: true })
  const setTime = open(LOCK)
  for (const time of [988, 989, 990, 990, 991, 999, 1_000, 1_001]) setTime(time)
  expect(vi.mocked(playTick).mock.calls).toEqual([[10], [9], [1]])
  expect(vibrateTick).not.toHaveBeenCalled()
  changeSettings({ hasSound: false, hasVibration: true })
  setTime(998)
  expect(playTick).toHaveBeenCalledTimes(3)
  expect(vibrateTick).toHaveBeenCalledTimes(1)
})

test('is silent by default and without a bet', () => {
  open(LOCK)(995)
  changeSettings({ hasSound: true, hasVibration: true })
  open(null)(995)
  expect(playTick).not.toHaveBeenCalled()
  expect(vibrateTick).not.toHaveBeenCalled()
})
