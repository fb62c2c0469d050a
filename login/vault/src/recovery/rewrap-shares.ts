import {
  type RewrapDeps,
  rewrapKeys,
  type ShareTable,
} from '@bullring/login-server/envelope/rewrap-keys'
import type { Database } from '../db/database.ts'
import { findOutdatedShares, type OutdatedShare, storeWrappedKey } from './recovery.queries.ts'
import { shareContext } from './share-context.ts'

/** Wraps the keys of all shares by the current key-encryption key, see {@link rewrapKeys}. */
export async function rewrapShares(
  { db, ...deps }: RewrapDeps & { db: Database },
  signal: AbortSignal,
): Promise<void> {
  // In this order: a share that a passkey takes the place of meanwhile moves to the second table.
  for (const table of ['recovery_shares', 'held_shares'] as const) {
    const shares: ShareTable<OutdatedShare> = {
      contextOf: shareContext,
      find: (page) => findOutdatedShares(db, table, page),
      store: (share, wrapped) => storeWrappedKey(db, { ...share, table }, wrapped),
    }
    await rewrapKeys(deps, shares, signal)
  }
}
