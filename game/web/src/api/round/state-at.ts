import type { RoundState } from '@bullring/prediction/round-state'
import type { RoundTimes } from '@bullring/prediction/schedule'
import type { UnixSeconds } from '@bullring/prediction/units'

/**
 * Returns the state of a round at `now`, starting from the state in the last response. Only the two
 * transitions that time alone decides happen here: open to locked, and locked to settling.
 *
 * @param now - Chain time; null while unknown.
 */
export function stateAt(state: RoundState, times: RoundTimes, now: UnixSeconds | null): RoundState {
  if (now === null || (state.kind !== 'open' && state.kind !== 'locked')) return state
  if (now >= times.closeTimestamp) return { kind: 'settling' }
  return now >= times.lockTimestamp ? { kind: 'locked' } : state
}
