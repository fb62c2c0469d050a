import type { RoundState } from '@bullring/prediction/round-state'
import type { Round } from '#api/round/round.ts'
import { stateAt } from '#api/round/state-at.ts'
import { useHasPassed } from '#chain/clock/use-chain-time.ts'

/** Returns the round's state now. Re-renders only when it changes. */
export function useCurrentState({ state, times }: Round): RoundState {
  const isLocked = useHasPassed(times.lockTimestamp)
  const isClosed = useHasPassed(times.closeTimestamp)
  const reached = isClosed ? times.closeTimestamp : isLocked ? times.lockTimestamp : null
  return stateAt(state, times, reached)
}
