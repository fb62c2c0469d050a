import type { RoundState } from '@bullring/prediction/round-state'
import type { RoundTimes } from '@bullring/prediction/schedule'
import type { UnixSeconds } from '@bullring/prediction/units'

/**
 * State of a round now, from the state the server gave a moment ago: the clock runs on between two
 * answers, and only the two steps that it alone decides are taken here.
 *
 * @param now - Chain time; null while unknown.
 */
export function shownState(
  state: RoundState,
  times: RoundTimes,
  now: UnixSeconds | null,
): RoundState {
  if (now === null || (state.kind !== 'open' && state.kind !== 'locked')) return state
  if (now >= times.closeTimestamp) return { kind: 'settling' }
  return now >= times.lockTimestamp ? { kind: 'locked' } : state
}
