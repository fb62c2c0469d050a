import type { Bet, BetResult } from '@bullring/prediction/claim'
import type { Pool } from '@bullring/prediction/payout'
import type { DisplayType, RoundState, Strike } from '@bullring/prediction/round-state'
import type { RoundTimes } from '@bullring/prediction/schedule'
import type { BasisPoints, Epoch, UnixSeconds } from '@bullring/prediction/units'
import type { RawBuilder } from 'kysely'

/** A round as it is at some moment. */
export type RoundView = {
  epoch: Epoch
  times: RoundTimes
  pool: Pool
  /** The fee the round pays, or would pay as things are now. */
  treasuryFee: BasisPoints
  lock: Strike
  close: Strike
  display: DisplayType
  state: RoundState
  resultOf: (bet: Bet) => BetResult
}

/** A round of the index; what it is depends on the clock. */
export type IndexedRound = { at: (now: UnixSeconds) => RoundView }

/** Which round is which at what time. Rounds are counted from 1; 0 is none. */
export type RoundClock = {
  /** The round that is the newest one at chain time `now`. */
  currentEpoch: (now: UnixSeconds) => Promise<Epoch>
  /** The same for moments that have passed. */
  epochsAt: (times: readonly UnixSeconds[]) => Promise<Epoch[]>
  /** The oldest round whose close lies after `time`; at least 1. */
  firstEpochClosedAfter: (time: UnixSeconds) => Promise<Epoch>
  /** A number that changes when time alone makes rounds look different. */
  turnAt: (now: UnixSeconds) => number
}

/**
 * How the facts of one kind of market become rounds. Everything that tells a visitor of rounds asks
 * these rules and knows no kind.
 */
export type RoundRules<row extends { epoch: number }> = {
  /** Select list that belongs to `joins`. */
  columns: RawBuilder<unknown>
  /** Joins that find the facts of round `e.epoch`: one statement, so that all come from one block. */
  joins: RawBuilder<unknown>
  /** Null when there is no such round. */
  toRound: (row: row) => IndexedRound | null
  clock: RoundClock
  /** View of the bets that were won or lost, with what they paid. */
  decidedBets: RawBuilder<unknown>
  /** Query of each account's sums over the decided rounds from `fromEpoch` on. */
  standings: (fromEpoch: number) => RawBuilder<unknown>
}
