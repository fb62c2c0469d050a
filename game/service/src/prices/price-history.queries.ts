import type { UnixSeconds } from '@bullring/prediction/units'
import { toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import type { MarketKind } from '@bullring/wire/chain/market-kind'
import { sql } from 'kysely'
import type { Database } from '../db/open-database.ts'
import type { PricePoint } from './prices.queries.ts'
import { findLockPrices, preferAnswers } from './prices.queries.ts'

/** Buckets of a range, each drawn as a few pixels. At most four answers of a bucket are kept. */
const BUCKETS = 200

/** Locks of a day, with rounds of a minute. */
const MAX_LOCKS = 1_440

export type PriceWindow = { from: UnixSeconds; seconds: number }

/**
 * Finds the price in force at `from` and all later ones, oldest first. Of the prices in one bucket of time, it
 * returns the first, the lowest, the highest and the last: a line through them has every extreme.
 */
export async function findPriceHistory(
  db: Database,
  kind: MarketKind,
  window: PriceWindow,
): Promise<PricePoint[]> {
  const answers = await findAnswersIn(db, window)
  if (kind === 'bullring') return answers
  const locks = await findLockPrices(db, MAX_LOCKS)
  const before = locks.findLastIndex(({ updatedAt }) => updatedAt < window.from)
  return preferAnswers(answers, locks.slice(Math.max(before, 0)))
}

async function findAnswersIn(db: Database, { from, seconds }: PriceWindow): Promise<PricePoint[]> {
  const bucket = Math.ceil(seconds / BUCKETS)
  const { rows } = await sql<{ price: bigint; updated_at: number }>`
    with buckets as (
      select min(array[updated_at, round_id, price]) as first,
        max(array[updated_at, round_id, price]) as last,
        min(array[price, updated_at, round_id]) as low,
        max(array[price, updated_at, round_id]) as high
      from oracle_rounds where updated_at >= ${from}
      group by updated_at / ${bucket}::int8
    ), kept as (
      select first[1] as updated_at, first[2] as round_id, first[3] as price from buckets
      union select last[1], last[2], last[3] from buckets
      union select low[2], low[3], low[1] from buckets
      union select high[2], high[3], high[1] from buckets
      union (select updated_at, round_id, price from oracle_rounds where updated_at < ${from}
        order by updated_at desc, round_id desc limit 1)
    )
    select updated_at::int8 as updated_at, price from kept order by updated_at, round_id`.execute(
    db,
  )
  return rows.map((row) => ({
    price: toPriceE8(row.price),
    updatedAt: toUnixSeconds(row.updated_at),
  }))
}
