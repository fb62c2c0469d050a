import type { Pool } from '../amounts/payout.ts'
import { potOf, winnerOf } from '../amounts/payout.ts'
import type { UnixSeconds } from '../amounts/units.ts'
import { toUnixSeconds } from '../amounts/units.ts'
import type { DisplayType, RoundState, Strike } from './round-state.ts'
import type { RoundTimes } from './schedule.ts'

/**
 * The events of a round on a PancakePredictionV2 contract. The operator starts, locks and ends rounds, so
 * their times follow from events, not from a schedule.
 */
export type PancakeRoundFacts = {
  times: RoundTimes
  pool: Pool
  /** True for the newest round: the only one that accepts bets, and the next to be locked. */
  isCurrent: boolean
  /** Never void: a V2 contract has no void strikes. */
  lock: Strike
  close: Strike
}

/**
 * Computes the times of a round as `rounds(epoch)` returns them. Lock and close are set when it starts;
 * locking resets the close to one interval after the locking block.
 *
 * @param startedAt - Time of the block that started the round.
 * @param lockedAt - Time of the block that locked it; null while it is not locked.
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
 * Derives a round's state. Stakes are refunded only when the operator did not end the round in time. A
 * tie is settled without a winner: the house keeps the pool. A one-sided round is won or lost.
 *
 * @param now - Chain time, not the visitor's clock.
 * @param bufferSeconds - Time after lock and close in which the operator may still lock or end the round.
 */
export function pancakeRoundState(
  { times, pool, isCurrent, lock, close }: PancakeRoundFacts,
  now: UnixSeconds,
  bufferSeconds: number,
): RoundState {
  if (lock.kind === 'fixed' && close.kind === 'fixed') {
    return { kind: 'settled', winner: winnerOf(lock.price, close.price) }
  }
  if (now > times.closeTimestamp + bufferSeconds) {
    return potOf(pool) === 0n ? { kind: 'empty' } : { kind: 'refund', reason: 'no-price' }
  }
  if (isCurrent && now < times.lockTimestamp) return { kind: 'open' }
  return { kind: now < times.closeTimestamp ? 'locked' : 'settling' }
}

/** Returns the card of a round at chain time `now`. Once a newer round has started, it accepts no bets. */
export function pancakeDisplayType(
  { times, isCurrent }: Pick<PancakeRoundFacts, 'times' | 'isCurrent'>,
  now: UnixSeconds,
): DisplayType {
  if (isCurrent && now < times.lockTimestamp) return 'next'
  return now < times.closeTimestamp ? 'live' : 'expired'
}
