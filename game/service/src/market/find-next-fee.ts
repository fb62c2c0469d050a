import type { Epoch } from '@bullring/prediction/units'
import type { Database } from '../db/open-database.ts'

/** Finds the announced fee of a bullring contract that is not charged yet, in basis points; null for none. */
export async function findNextFee(
  db: Database,
  currentEpoch: Epoch,
): Promise<{ feeBps: number; epoch: number } | null> {
  const row = await db
    .selectFrom('fee_changes')
    .select(['treasury_fee', 'epoch'])
    .where('epoch', '>', Number(currentEpoch))
    .orderBy('epoch')
    .limit(1)
    .executeTakeFirst()
  return row === undefined ? null : { feeBps: row.treasury_fee, epoch: row.epoch }
}
