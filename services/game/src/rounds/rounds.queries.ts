import type { Epoch, PriceE8 } from '@bullring/prediction/units'
import { toPriceE8 } from '@bullring/prediction/units'
import { sql } from 'kysely'
import type { Database } from '../db/open-database.ts'
import type { RoundFactsRow, StoredRound } from '../db/round-facts.ts'
import { roundFactsColumns, roundFactsJoins, toStoredRound } from '../db/round-facts.ts'

/** A round and the oracle's newest price. */
export type RoundAndPrice = { round: StoredRound; lastPrice: PriceE8 | null }

/** Reads one round; an epoch nobody has bet on has an empty pool. */
export async function findRound(db: Database, epoch: Epoch): Promise<RoundAndPrice> {
  const { rows } = await sql<RoundFactsRow & { last_price: bigint | null }>`
    select e.epoch, ${roundFactsColumns},
      (select o.price from oracle_rounds o order by o.round_id desc limit 1) as last_price
    from (values (${Number(epoch)}::int8)) e (epoch) ${roundFactsJoins}`.execute(db)
  const [row] = rows
  if (row === undefined) throw new TypeError('a round query always has one row')
  return {
    round: toStoredRound(row),
    lastPrice: row.last_price === null ? null : toPriceE8(row.last_price),
  }
}
