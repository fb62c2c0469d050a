import { splitBetResult } from '@bullring/prediction/claim'
import {
  pancakeDisplayType,
  pancakeRoundState,
  pancakeRoundTimes,
} from '@bullring/prediction/pancake-round'
import type { PotSplit } from '@bullring/prediction/payout'
import type { Strike } from '@bullring/prediction/round-state'
import { toBasisPoints, toEpoch, toPriceE8, toUnixSeconds, toWei } from '@bullring/prediction/units'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../db/open-database.ts'
import { chargedFee } from './charged-fee.ts'
import { createPancakeClock } from './pancake-clock.ts'
import { joinTiming } from './pancake-timing.ts'
import type { IndexedRound, RoundRules } from './round-rules.ts'

/** Row of `columns`. */
type PancakeRow = {
  epoch: number
  bull_amount: bigint
  bear_amount: bigint
  current_epoch: number | null
  treasury_fee: number | null
  interval_seconds: number
  buffer_seconds: number
  started_at: number | null
  locked_at: number | null
  lock_oracle_id: bigint | null
  lock_price: bigint | null
  close_oracle_id: bigint | null
  close_price: bigint | null
  winning_amount: bigint | null
  reward_amount: bigint | null
  treasury_amount: bigint | null
}

const columns: RawBuilder<unknown> = sql`
  coalesce(pool.bull_amount, 0) as bull_amount, coalesce(pool.bear_amount, 0) as bear_amount,
  newest.current_epoch, fee.treasury_fee,
  timing.interval_seconds, latest_buffer.buffer_seconds, s.started_at, l.locked_at,
  l.oracle_round_id as lock_oracle_id, l.price as lock_price,
  x.oracle_round_id as close_oracle_id, x.price as close_price,
  d.winning_amount, d.reward_amount, d.treasury_amount`

// The first rows of `fee_changes` and `timing_changes` are the constructor's terms: see first-terms.ts.
// As in the contract, a round has the fee in force when it ends and the interval in force when it
// starts; the buffer is read at claim time.
const joins: RawBuilder<unknown> = sql`
  left join pools pool on pool.epoch = e.epoch
  left join round_starts s on s.epoch = e.epoch
  left join round_locks l on l.epoch = e.epoch
  left join round_ends x on x.epoch = e.epoch
  left join round_rewards d on d.epoch = e.epoch
  cross join lateral (select max(n.epoch) as current_epoch from round_starts n) newest
  left join lateral (
    select f.treasury_fee from fee_changes f
    where x.block_number is null or (f.block_number, f.log_index) < (x.block_number, x.log_index)
    order by f.block_number desc, f.log_index desc limit 1
  ) fee on true
  ${joinTiming}
  cross join lateral (
    select t.buffer_seconds from timing_changes t
    order by t.block_number desc, t.log_index desc limit 1
  ) latest_buffer`

/** Rules of a PancakePredictionV2 contract, whose operator starts, locks and ends the rounds. */
export function pancakeRules(db: Database): RoundRules<PancakeRow> {
  return {
    columns,
    joins,
    clock: createPancakeClock(db),
    toIndexedRound,
  }
}

function toIndexedRound(row: PancakeRow): IndexedRound | null {
  if (row.started_at === null) return null
  const facts = {
    times: pancakeRoundTimes(
      toUnixSeconds(row.started_at),
      row.locked_at === null ? null : toUnixSeconds(row.locked_at),
      row.interval_seconds,
    ),
    pool: { bullAmount: toWei(row.bull_amount), bearAmount: toWei(row.bear_amount) },
    isCurrent: row.epoch === row.current_epoch,
    lock: toStrike(row.lock_oracle_id, row.lock_price),
    close: toStrike(row.close_oracle_id, row.close_price),
  }
  const split = toSplit(row)
  const treasuryFee = toBasisPoints(chargedFee(split, row.treasury_fee))
  return {
    at: (now) => {
      const state = pancakeRoundState(facts, now, row.buffer_seconds)
      return {
        epoch: toEpoch(row.epoch),
        treasuryFee,
        payoutRules: { treasuryFee, maxPayoutMultiple: 0, isFeeCapped: false },
        ...facts,
        state,
        display: pancakeDisplayType(facts, now),
        resultOf: (bet) => splitBetResult(bet, state, split),
      }
    },
  }
}

function toStrike(oracleRoundId: bigint | null, price: bigint | null): Strike {
  return oracleRoundId === null || price === null
    ? { kind: 'pending' }
    : { kind: 'fixed', price: toPriceE8(price), oracleRoundId }
}

function toSplit(row: PancakeRow): PotSplit | null {
  const { winning_amount: winning, reward_amount: reward, treasury_amount: treasury } = row
  if (winning === null || reward === null || treasury === null) return null
  return {
    winningAmount: toWei(winning),
    losingAmount: toWei(row.bull_amount + row.bear_amount - winning),
    rewardAmount: toWei(reward),
    treasuryAmount: toWei(treasury),
    returnedAmount: toWei(0n),
  }
}
