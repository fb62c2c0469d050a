import type { UnixSeconds } from '@bullring/prediction/units'
import { createContext, use, useSyncExternalStore } from 'react'
import type { ChainClock } from './chain-clock.ts'

export const ChainClockContext = createContext<ChainClock | null>(null)

/** @throws when no `ChainClockContext` is above: a bug, not a state to handle. */
export function useChainClock(): ChainClock {
  const clock = use(ChainClockContext)
  if (clock === null) throw new Error('useChainClock needs a <ChainClockContext> above it')
  return clock
}

/**
 * Returns `select` of chain time, updated every second. Renders only when the result changes, so select
 * no more than the view shows.
 */
export function useChainTime<T extends string | number | boolean | null>(
  select: (now: UnixSeconds | null) => T,
): T {
  const clock = useChainClock()
  return useSyncExternalStore(clock.subscribe, () => select(clock.now()))
}

/** Returns whether chain time has reached `timestamp`; false while the time is unknown. */
export function useHasPassed(timestamp: UnixSeconds | undefined): boolean {
  return useChainTime((now) => now !== null && timestamp !== undefined && now >= timestamp)
}
