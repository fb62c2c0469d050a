import type { Pool } from '@bullring/prediction/payout'
import { potOf } from '@bullring/prediction/payout'

const SCALE = 10_000n

/** UP's share of the pool, 0 to 1 in steps of 0.0001, to draw with; null while the pool is empty. */
export function bullShare(pool: Pool): number | null {
  const pot = potOf(pool)
  return pot === 0n ? null : Number((pool.bullAmount * SCALE) / pot) / Number(SCALE)
}
