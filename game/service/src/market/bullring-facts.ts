import type { Pool } from '@bullring/prediction/payout'
import type { Strike } from '@bullring/prediction/round-state'
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
}

/** @see RoundRules.columns */
export const bullringColumns: RawBuilder<unknown> = sql`
  coalesce(pool.bull_amount, 0) as bull_amount, coalesce(pool.bear_amount, 0) as bear_amount,
  fee.treasury_fee,
  lock_strike.oracle_round_id as lock_oracle_id, lock_strike.price as lock_price,
  close_strike.oracle_round_id as close_oracle_id, close_strike.price as close_price`

/** @see RoundRules.joins */
export const bullringJoins: RawBuilder<unknown> = sql`
  left join pools pool on pool.epoch = e.epoch
  left join lateral (
    select f.treasury_fee from fee_changes f where f.epoch <= e.epoch order by f.epoch desc limit 1
  ) fee on true
  left join strikes lock_strike on lock_strike.epoch = e.epoch
  left join strikes close_strike on close_strike.epoch = e.epoch + 1`

/** Converts a row's columns to the units of the game. */
export function toStoredRound(row: BullringRow): StoredRound {
  return {
    epoch: toEpoch(row.epoch),
    pool: { bullAmount: toWei(row.bull_amount), bearAmount: toWei(row.bear_amount) },
    treasuryFee: toBasisPoints(row.treasury_fee ?? 0),
    lock: toStrike(row.lock_oracle_id, row.lock_price),
    close: toStrike(row.close_oracle_id, row.close_price),
  }
}

function toStrike(oracleRoundId: bigint | null, price: bigint | null): Strike {
  if (oracleRoundId === null) return { kind: 'pending' }
  return price === null
    ? { kind: 'void' }
    : { kind: 'fixed', price: toPriceE8(price), oracleRoundId }
}
