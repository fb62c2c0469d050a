import type { PriceE8, UnixSeconds } from '@bullring/prediction/units'
import { toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import type { Database } from '../db/open-database.ts'

/** One answer of the oracle. */
export type PricePoint = { price: PriceE8; updatedAt: UnixSeconds }

/** The newest answers of the oracle, oldest first. */
export async function findPrices(db: Database, limit: number): Promise<PricePoint[]> {
  const rows = await db
    .selectFrom('oracle_rounds')
    .select(['price', 'updated_at'])
    .orderBy('round_id', 'desc')
    .limit(limit)
    .execute()
  return rows.map(toPoint).reverse()
}

/** How much later than the oracle's newest answer a round can be locked with it. */
const MAX_AGE_SECONDS = 3_600

/**
 * The same, for a market whose rounds tell prices too. Where the node does not let us ask the oracle, or
 * the market has another one now, there are only those.
 */
export async function findAnyPrices(db: Database, limit: number): Promise<PricePoint[]> {
  const answers = await findPrices(db, limit)
  const rows = await db
    .selectFrom('round_locks')
    .select(['price', 'locked_at as updated_at'])
    .orderBy('epoch', 'desc')
    .limit(limit)
    .execute()
  const locks = rows.map(toPoint).reverse()
  const newest = answers.at(-1)?.updatedAt ?? 0
  return newest + MAX_AGE_SECONDS >= (locks.at(-1)?.updatedAt ?? 0) ? answers : locks
}

function toPoint(row: { price: bigint; updated_at: number }): PricePoint {
  return { price: toPriceE8(row.price), updatedAt: toUnixSeconds(row.updated_at) }
}
