import type { Epoch, PriceE8 } from '@bullring/prediction/units'
import { toPriceE8 } from '@bullring/prediction/units'
import { sql } from 'kysely'
import type { Database } from '../db/open-database.ts'
import type { IndexedRound, RoundRules } from './round-rules.ts'

/** A round and the oracle's newest price. */
export type RoundAndPrice = { round: IndexedRound; lastPrice: PriceE8 | null }

/** Reads one round, null when there is none; one that nobody has bet on has an empty pool. */
export async function findRound<row extends { epoch: number }>(
  db: Database,
  { columns, joins, toRound }: RoundRules<row>,
  epoch: Epoch,
): Promise<RoundAndPrice | null> {
  const { rows } = await sql<row & { last_price: bigint | null }>`
    select e.epoch, ${columns},
      (select o.price from oracle_rounds o order by o.round_id desc limit 1) as last_price
    from (values (${Number(epoch)}::int8)) e (epoch) ${joins}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new TypeError('a round query always has one row')
  const round = toRound(row)
  const lastPrice = row.last_price === null ? null : toPriceE8(row.last_price)
  return round && { round, lastPrice }
}
