import type { Pool, Position } from './payout.ts'
import { isOneSided, winnerOf } from './payout.ts'
import type { RoundTimes } from './schedule.ts'
import type { PriceE8, UnixSeconds } from './units.ts'

/** What the chain knows of the price at one lock time. One strike ends a round and locks the next. */
export type Strike =
  | { kind: 'pending' }
  | { kind: 'fixed'; price: PriceE8; oracleRoundId: bigint }
  /** No valid oracle answer came in time: both rounds that need it return the stakes. */
  | { kind: 'void' }

/** Everything from which a round's state follows. */
export type RoundFacts = { times: RoundTimes; pool: Pool; lock: Strike; close: Strike }

/** Which of the three cards shows the round. */
export type DisplayType = 'next' | 'live' | 'expired'

/** Why a round returns every stake. */
export type RefundReason = 'one-sided' | 'tie' | 'no-price'

/** Where a round stands. Each state carries just what its screen needs. */
export type RoundState =
  | { kind: 'open' }
  | { kind: 'locked' }
  /** Its time has passed, a strike it needs is not on the chain yet. */
  | { kind: 'settling' }
  /** Without a winner only where a tie is the house's: on a PancakePredictionV2 contract. */
  | { kind: 'settled'; winner: Position | null }
  | { kind: 'refund'; reason: RefundReason }

/** Card of a round at chain time `now`. */
export function displayType(times: RoundTimes, now: UnixSeconds): DisplayType {
  if (now < times.lockTimestamp) return 'next'
  return now < times.closeTimestamp ? 'live' : 'expired'
}

/**
 * Derives a round's state. Never store it: it changes with the clock.
 *
 * @param now - Chain time, not the visitor's clock.
 * @param settlementWindow - Seconds after a strike's time in which it can still be settled.
 */
export function roundState(
  { times, pool, lock, close }: RoundFacts,
  now: UnixSeconds,
  settlementWindow: number,
): RoundState {
  if (now < times.lockTimestamp) return { kind: 'open' }
  const isEmpty = pool.bullAmount === 0n && pool.bearAmount === 0n
  if (!isEmpty && isOneSided(pool)) return { kind: 'refund', reason: 'one-sided' }
  if (
    isLost(lock, times.lockTimestamp, now, settlementWindow) ||
    isLost(close, times.closeTimestamp, now, settlementWindow)
  ) {
    return { kind: 'refund', reason: 'no-price' }
  }
  if (now < times.closeTimestamp) return { kind: 'locked' }
  if (lock.kind !== 'fixed' || close.kind !== 'fixed') return { kind: 'settling' }
  const winner = winnerOf(lock.price, close.price)
  return winner === null ? { kind: 'refund', reason: 'tie' } : { kind: 'settled', winner }
}

/** A strike that is void, or was not settled inside its window, can never be fixed any more. */
function isLost(strike: Strike, due: UnixSeconds, now: UnixSeconds, window: number): boolean {
  return strike.kind === 'void' || (strike.kind === 'pending' && now > due + window)
}
