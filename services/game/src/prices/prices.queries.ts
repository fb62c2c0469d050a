import type { PriceE8, UnixSeconds } from '@bullring/prediction/units'
import { toPriceE8, toUnixSeconds } from '@bullring/prediction/units'
import type { Database } from '../db/open-database.ts'

/** One answer of the oracle. */
export type PricePoint = { price: PriceE8; updatedAt: UnixSeconds }

/** The newest answers of the oracle since `from`, oldest first. */
export async function findPrices(
  db: Database,
  { from, limit }: { from: UnixSeconds; limit: number },
): Promise<PricePoint[]> {
  const rows = await db
    .selectFrom('oracle_rounds')
    .select(['price', 'updated_at'])
    .where('updated_at', '>=', from)
    .orderBy('round_id', 'desc')
    .limit(limit)
    .execute()
  return rows
    .map((row) => ({ price: toPriceE8(row.price), updatedAt: toUnixSeconds(row.updated_at) }))
    .reverse()
}
