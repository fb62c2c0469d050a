import type { Pool, Position } from '../amounts/payout.ts'
import { isOneSided, potOf, winnerOf } from '../amounts/payout.ts'
import type { PriceE8, UnixSeconds } from '../amounts/units.ts'
import type { RoundTimes } from './schedule.ts'

/** A price, and the feed's own number of it. */
export type OracleAnswer = { price: PriceE8; oracleRoundId: bigint }

/** The price at one lock time, as far as the chain has it. A strike closes one round and locks the next. */
export type Strike =
  /**
   * `expected` is the answer that would settle it, looked up for rounds without bets alone: those may stay unsettled. Null once
   * the oracle has answered since, and no known answer would.
   */
  | { kind: 'pending'; expected?: OracleAnswer | null }
  | ({ kind: 'fixed' } & OracleAnswer)
  /** There was no valid oracle answer in time: both rounds that need it are refunded. */
  | { kind: 'void' }

/** The facts that determine a round's state. */
export type RoundFacts = { times: RoundTimes; pool: Pool; lock: Strike; close: Strike }

/** The terms of a contract that determine when a strike can be settled, in seconds. */
export type StrikeTerms = {
  /** Delay from a lock to the time of its strike. */
  strikeDelay: number
  /** Span from the time of a strike to the last second in which it can be settled. */
  settlementWindow: number
}

/** Type of the card that shows the round. */
export type DisplayType = 'next' | 'live' | 'expired'

/** Reason why a round returns every stake. */
export type RefundReason = 'one-sided' | 'tie' | 'no-price'

/** State of a round. Each kind carries only the facts that its display needs. */
export type RoundState =
  | { kind: 'open' }
  | { kind: 'locked' }
  /** The round has closed, but a strike it needs is not on the chain yet. */
  | { kind: 'settling' }
  /** `winner` is null only for a tie on a PancakePredictionV2 contract, where the house wins. */
  | { kind: 'settled'; winner: Position | null }
  | { kind: 'refund'; reason: RefundReason }
  /** The round has closed without bets, and without a winner on the chain: nothing is won or returned. */
  | { kind: 'empty' }

/** Returns the card of a round at chain time `now`. */
export function displayType(times: RoundTimes, now: UnixSeconds): DisplayType {
  if (now < times.lockTimestamp) return 'next'
  return now < times.closeTimestamp ? 'live' : 'expired'
}

/**
 * Derives a round's state. Never store the result: it changes with the clock.
 *
 * @param now - Chain time.
 */
export function roundState(
  { times, pool, lock, close }: RoundFacts,
  now: UnixSeconds,
  terms: StrikeTerms,
): RoundState {
  if (now < times.lockTimestamp) return { kind: 'open' }
  const isLate =
    isLost(lock, times.lockTimestamp, now, terms) || isLost(close, times.closeTimestamp, now, terms)
  const isClosed = now >= times.closeTimestamp
  if (potOf(pool) === 0n) return isClosed ? emptyState(lock, close, isLate) : { kind: 'locked' }
  if (isOneSided(pool)) return { kind: 'refund', reason: 'one-sided' }
  if (isLate) return { kind: 'refund', reason: 'no-price' }
  if (!isClosed) return { kind: 'locked' }
  if (lock.kind !== 'fixed' || close.kind !== 'fixed') return { kind: 'settling' }
  const winner = winnerOf(lock.price, close.price)
  return winner === null ? { kind: 'refund', reason: 'tie' } : { kind: 'settled', winner }
}

/** Derives the state of a closed round without bets. */
function emptyState(lock: Strike, close: Strike, isLate: boolean): RoundState {
  if (isLate || isUnanswered(lock) || isUnanswered(close)) return { kind: 'empty' }
  const [from, to] = [answerOf(lock), answerOf(close)]
  if (from === null || to === null) return { kind: 'settling' }
  const winner = lock.kind === 'fixed' && close.kind === 'fixed' && winnerOf(from.price, to.price)
  return winner ? { kind: 'settled', winner } : { kind: 'empty' }
}

/** Returns whether no answer of the oracle will be known that would settle the strike. */
function isUnanswered(strike: Strike): boolean {
  return strike.kind === 'pending' && strike.expected === null
}

/** Returns the answer that has settled the strike, or would settle it; null without one. */
export function answerOf(strike: Strike): OracleAnswer | null {
  if (strike.kind === 'fixed') return strike
  return strike.kind === 'pending' ? (strike.expected ?? null) : null
}

/**
 * True when the strike can no longer be fixed: it is void, or its settlement window has passed.
 *
 * @param lockedAt - The lock time that the strike belongs to.
 */
function isLost(
  strike: Strike,
  lockedAt: UnixSeconds,
  now: UnixSeconds,
  { strikeDelay, settlementWindow }: StrikeTerms,
): boolean {
  if (strike.kind === 'pending') return now > lockedAt + strikeDelay + settlementWindow
  return strike.kind === 'void'
}
