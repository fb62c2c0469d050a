import { winnerOf } from './payout.ts'
import type { DisplayType, RoundState, Strike } from './round-state.ts'
import type { RoundTimes } from './schedule.ts'
import type { UnixSeconds } from './units.ts'
import { toUnixSeconds } from './units.ts'

/**
 * Rounds of a PancakePredictionV2 contract. There a round starts when somebody starts it, not when the
 * clock says so: its times are what happened, and a missed one never happens.
 */

/** What a V2 contract has done with a round. */
export type PancakeRoundFacts = {
  times: RoundTimes
  /** True for the newest round: the only one that takes bets, and the next to be locked. */
  isCurrent: boolean
  /** Never void: a price is there, or not yet, or never. */
  lock: Strike
  close: Strike
}

/**
 * Times of a round as `rounds(epoch)` gives them: lock and close are planned when it starts; locking
 * it plans the close anew, an interval after the block that did so.
 *
 * @param startedAt - Time of the block that started it.
 * @param lockedAt - Time of the block that locked it, null while it is not locked.
 */
export function pancakeRoundTimes(
  startedAt: UnixSeconds,
  lockedAt: UnixSeconds | null,
  intervalSeconds: number,
): RoundTimes {
  const lock = startedAt + intervalSeconds
  return {
    startTimestamp: startedAt,
    lockTimestamp: toUnixSeconds(lock),
    closeTimestamp: toUnixSeconds((lockedAt ?? lock) + intervalSeconds),
  }
}

/**
 * Derives a round's state. Its stakes come back only when nobody ended it in time. A tie is settled
 * without a winner: the house keeps the pot. With bets on one side only there is still a winner, or
 * everybody has lost.
 *
 * @param now - Chain time, not the visitor's clock.
 * @param bufferSeconds - How late a round can still be locked or ended.
 */
export function pancakeRoundState(
  { times, isCurrent, lock, close }: PancakeRoundFacts,
  now: UnixSeconds,
  bufferSeconds: number,
): RoundState {
  if (lock.kind === 'fixed' && close.kind === 'fixed') {
    return { kind: 'settled', winner: winnerOf(lock.price, close.price) }
  }
  if (now > times.closeTimestamp + bufferSeconds) return { kind: 'refund', reason: 'no-price' }
  if (isCurrent && now < times.lockTimestamp) return { kind: 'open' }
  return { kind: now < times.closeTimestamp ? 'locked' : 'settling' }
}

/** Card of a round at chain time `now`. One that a newer round has overtaken takes no bets any more. */
export function pancakeDisplayType(
  { times, isCurrent }: Pick<PancakeRoundFacts, 'times' | 'isCurrent'>,
  now: UnixSeconds,
): DisplayType {
  if (isCurrent && now < times.lockTimestamp) return 'next'
  return now < times.closeTimestamp ? 'live' : 'expired'
}
