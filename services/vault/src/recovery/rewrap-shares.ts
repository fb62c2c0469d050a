import type { Envelope } from '@bullring/server/envelope/envelope'
import type { Database } from '../db/database.ts'
import { findOutdatedShares, storeWrappedKey } from './recovery.queries.ts'
import { shareContext } from './share-context.ts'

const BATCH = 100

/**
 * Wraps the keys of all shares by the current key-encryption key, so that the earlier one can be removed. Repeatable: an
 * interrupted run continues at the next start.
 *
 * @returns The number of shares that it wrapped.
 */
export async function rewrapShares(
  db: Database,
  envelope: Envelope,
  signal: AbortSignal,
): Promise<number> {
  let count = 0
  while (!signal.aborted) {
    const shares = await findOutdatedShares(db, envelope.currentKekId, BATCH)
    if (shares.length === 0) break
    for (const share of shares) {
      await storeWrappedKey(db, share.walletId, await envelope.rewrap(share, shareContext(share)))
    }
    count += shares.length
  }
  return count
}
