import type { Bet, BetResult } from '@bullring/prediction/claim'
import type { PayoutRules, Pool } from '@bullring/prediction/payout'
import type { DisplayType, RoundState, Strike } from '@bullring/prediction/round-state'
import type { RoundTimes } from '@bullring/prediction/schedule'
import type { BasisPoints, Epoch, UnixSeconds } from '@bullring/prediction/units'
import type { RawBuilder } from 'kysely'

/** A round at one moment of chain time. */
export type RoundSnapshot = {
  epoch: Epoch
  times: RoundTimes
  pool: Pool
  /** The fee the round pays, or would pay if it were decided now. */
  treasuryFee: BasisPoints
  payoutRules: PayoutRules
  lock: Strike
  close: Strike
  display: DisplayType
  state: RoundState
  resultOf: (bet: Bet) => BetResult
}

/** A round of the index. Its state depends on the clock. */
export type IndexedRound = { at: (now: UnixSeconds) => RoundSnapshot }

/** Maps times to rounds. Rounds are counted from 1; 0 means none. */
export type RoundClock = {
  /** The newest round at chain time `now`. */
  currentEpoch: (now: UnixSeconds) => Promise<Epoch>
  /** The newest round at each of some past times. */
  epochsAt: (times: readonly UnixSeconds[]) => Promise<Epoch[]>
  /** The oldest round that closes after `time`; at least 1. */
  firstEpochClosedAfter: (time: UnixSeconds) => Promise<Epoch>
  /** Older rounds that time alone turns into refunds between two moments; the newest may be among them. */
  epochsRefundedBetween: (before: UnixSeconds, after: UnixSeconds) => Promise<Epoch[]>
  /** Changes whenever a round changes state by time alone: part of a cache key. */
  phaseKey: (now: UnixSeconds) => number
}

/** Rules by which the facts of one market kind become rounds. */
export type RoundRules<row extends { epoch: number }> = {
  /** Select list over `joins`. */
  columns: RawBuilder<unknown>
  /** Joins that find the facts of round `e.epoch`, in one statement so that all come from one block. */
  joins: RawBuilder<unknown>
  /** Null when there is no such round. */
  toIndexedRound: (row: row) => IndexedRound | null
  clock: RoundClock
}
