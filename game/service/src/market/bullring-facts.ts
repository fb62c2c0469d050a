import type { Pool } from '@bullring/prediction/payout'
import type { OracleAnswer, Strike } from '@bullring/prediction/round-state'
import type { Schedule } from '@bullring/prediction/schedule'
import { strikeTime } from '@bullring/prediction/schedule'
import type { BasisPoints, Epoch } from '@bullring/prediction/units'
import { toBasisPoints, toEpoch, toPriceE8, toWei } from '@bullring/prediction/units'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'

/** A round in the index. Its times and state follow from the market's schedule and the clock. */
type StoredRound = {
  epoch: Epoch
  pool: Pool
  /** The newest fee whose first epoch is not after the round. */
  treasuryFee: BasisPoints
  lock: Strike
  close: Strike
}

/** Row of `bullringColumns`. */
export type BullringRow = {
  epoch: number
  bull_amount: bigint
  bear_amount: bigint
  treasury_fee: number | null
  lock_oracle_id: bigint | null
  lock_price: bigint | null
  close_oracle_id: bigint | null
  close_price: bigint | null
  /** Null unless the index has an answer of the oracle since the lock; so below. */
  is_lock_expected: boolean | null
  expected_lock_id: bigint | null
  expected_lock_price: bigint | null
  is_close_expected: boolean | null
  expected_close_id: bigint | null
  expected_close_price: bigint | null
}

/** Terms that decide which answer of the oracle settles a strike. */
export type OracleTerms = { schedule: Schedule; maxOracleDelay: number }

/** @see RoundRules.columns */
export const bullringColumns: RawBuilder<unknown> = sql`
  coalesce(pool.bull_amount, 0) as bull_amount, coalesce(pool.bear_amount, 0) as bear_amount,
  fee.treasury_fee,
  lock_strike.oracle_round_id as lock_oracle_id, lock_strike.price as lock_price,
  close_strike.oracle_round_id as close_oracle_id, close_strike.price as close_price,
  expected_lock.settles as is_lock_expected, expected_lock.round_id as expected_lock_id,
  expected_lock.price as expected_lock_price, expected_close.settles as is_close_expected,
  expected_close.round_id as expected_close_id, expected_close.price as expected_close_price`

/** @see RoundRules.joins */
export function bullringJoins(terms: OracleTerms): RawBuilder<unknown> {
  return sql`
  left join pools pool on pool.epoch = e.epoch
  left join lateral (
    select f.treasury_fee from fee_changes f where f.epoch <= e.epoch order by f.epoch desc limit 1
  ) fee on true
  left join strikes lock_strike on lock_strike.epoch = e.epoch
  left join strikes close_strike on close_strike.epoch = e.epoch + 1
  left join lateral ${expectedAnswer('lock_strike', 0, terms)} expected_lock on true
  left join lateral ${expectedAnswer('close_strike', 1, terms)} expected_close on true`
}

/**
 * Selects the first indexed answer since the time of a strike of a round without bets, and whether it would settle it, as
 * `Prediction.settle` checks it: with the answer before it as the proof. Later answers never do. Reads nothing for any other
 * round.
 */
function expectedAnswer(
  strike: 'lock_strike' | 'close_strike',
  epochsLater: number,
  { schedule, maxOracleDelay }: OracleTerms,
): RawBuilder<unknown> {
  const first = strikeTime(schedule, toEpoch(epochsLater))
  const dueAt = sql`(${first}::int8 + e.epoch * ${schedule.intervalSeconds}::int8)`
  return sql`(
    select answer.round_id, answer.price,
      answer.price > 0 and answer.updated_at <= ${dueAt} + ${maxOracleDelay}::int8 and exists (
        select from oracle_rounds proof
        where proof.round_id = answer.round_id - 1 and proof.updated_at < ${dueAt}
      ) as settles
    from (
      select o.round_id, o.price, o.updated_at from oracle_rounds o
      where pool.epoch is null and ${sql.ref(`${strike}.epoch`)} is null and o.updated_at >= ${dueAt}
      order by o.updated_at, o.round_id limit 1
    ) answer
  )`
}

/** Converts a row's columns to the units of the game. */
export function toStoredRound(row: BullringRow): StoredRound {
  return {
    epoch: toEpoch(row.epoch),
    pool: { bullAmount: toWei(row.bull_amount), bearAmount: toWei(row.bear_amount) },
    treasuryFee: toBasisPoints(row.treasury_fee ?? 0),
    lock:
      toStrike(row.lock_oracle_id, row.lock_price) ??
      toPending(row.is_lock_expected, row.expected_lock_id, row.expected_lock_price),
    close:
      toStrike(row.close_oracle_id, row.close_price) ??
      toPending(row.is_close_expected, row.expected_close_id, row.expected_close_price),
  }
}

/** Null while the contract has none. */
function toStrike(oracleRoundId: bigint | null, price: bigint | null): Strike | null {
  if (oracleRoundId === null) return null
  return price === null
    ? { kind: 'void' }
    : { kind: 'fixed', price: toPriceE8(price), oracleRoundId }
}

/** @param isExpected - Whether the first answer since the strike settles it; null before there is one. */
function toPending(
  isExpected: boolean | null,
  oracleRoundId: bigint | null,
  price: bigint | null,
): Strike {
  if (isExpected === null || oracleRoundId === null || price === null) return { kind: 'pending' }
  const expected: OracleAnswer = { price: toPriceE8(price), oracleRoundId }
  return { kind: 'pending', expected: isExpected ? expected : null }
}
