import type { Pool } from '@bullring/prediction/payout'
import type { Strike } from '@bullring/prediction/round-state'
import type { BasisPoints, Epoch } from '@bullring/prediction/units'
import { toBasisPoints, toEpoch, toPriceE8, toWei } from '@bullring/prediction/units'
import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { BEAR, BULL } from '../db/schema.ts'

/** What the index knows of a round. Times and state follow from the market's schedule and the clock. */
export type StoredRound = {
  epoch: Epoch
  pool: Pool
  /** Fee that the round's first bet fixed; the present one while nobody has bet. */
  treasuryFee: BasisPoints
  lock: Strike
  close: Strike
}

/** Columns of `roundFactsColumns`. */
export type RoundFactsRow = {
  epoch: number
  bull_amount: bigint
  bear_amount: bigint
  treasury_fee: number | null
  lock_oracle_id: bigint | null
  lock_price: bigint | null
  close_oracle_id: bigint | null
  close_price: bigint | null
}

/** Select list that belongs to `roundFactsJoins`. */
export const roundFactsColumns: RawBuilder<unknown> = sql`
  pool.bull_amount, pool.bear_amount, fee.treasury_fee,
  lock_strike.oracle_round_id as lock_oracle_id, lock_strike.price as lock_price,
  close_strike.oracle_round_id as close_oracle_id, close_strike.price as close_price`

/** Joins that find the facts of round `e.epoch`: one statement, so that all come from one block. */
export const roundFactsJoins: RawBuilder<unknown> = sql`
  cross join lateral (
    select coalesce(sum(b.amount) filter (where b.position = ${sql.lit(BULL)}), 0) as bull_amount,
      coalesce(sum(b.amount) filter (where b.position = ${sql.lit(BEAR)}), 0) as bear_amount
    from bets b where b.epoch = e.epoch
  ) pool
  left join lateral (
    select b.block_number, b.log_index from bets b where b.epoch = e.epoch
    order by b.block_number, b.log_index limit 1
  ) first_bet on true
  left join lateral (
    select f.treasury_fee from fee_changes f
    where first_bet.block_number is null
      or (f.block_number, f.log_index) < (first_bet.block_number, first_bet.log_index)
    order by f.block_number desc, f.log_index desc limit 1
  ) fee on true
  left join strikes lock_strike on lock_strike.epoch = e.epoch
  left join strikes close_strike on close_strike.epoch = e.epoch + 1`

export function toStoredRound(row: RoundFactsRow): StoredRound {
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
