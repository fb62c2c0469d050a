import type { ConnectionPool } from '@bullring/server/db/open-database'
import type { Database } from '../db/open-database.ts'
import type { IndexStep, MarketIdentity, StoredBlock } from './index-model.ts'
import { feedAt, newestBlocks, newestOracleRound, readIdentity, readPool } from './index-reads.ts'
import { readAuditedBefore, storeAuditedBefore } from './index-state.ts'
import { applyRange, applyStep, restartIndex, rewindIndex } from './index-writes.ts'

export type IndexStore = ReturnType<typeof createIndexStore>

/**
 * Reads and writes the index in `db`.
 *
 * @param pool - The connections of `db`, for COPY; null to insert all rows.
 */
export function createIndexStore(db: Database, pool: ConnectionPool | null = null) {
  return {
    /** @see newestBlocks */
    newestBlocks: (limit?: number) => newestBlocks(db, limit),
    /** @see newestOracleRound */
    newestOracleRound: (blockNumber: number) => newestOracleRound(db, blockNumber),
    /** @see feedAt */
    feedAt: (blockNumber: number) => feedAt(db, blockNumber),
    /** @see readIdentity */
    identity: () => readIdentity(db),
    /** @see readPool */
    poolOf: (epoch: Parameters<typeof readPool>[1]) => readPool(db, epoch),
    /** @see readAuditedBefore */
    auditedBefore: () => readAuditedBefore(db),
    /** @see storeAuditedBefore */
    storeAuditedBefore: (epoch: number) => storeAuditedBefore(db, epoch),
    /** @see restartIndex */
    restart: (identity: MarketIdentity, base: StoredBlock) => restartIndex(db, identity, base),
    /** @see rewindIndex */
    rewind: (from: StoredBlock, base: StoredBlock) => rewindIndex(db, from, base),
    /** @see applyStep */
    apply: (step: IndexStep) => applyStep(db, step),
    /** @see applyRange */
    applyRange: (step: IndexStep) => (pool === null ? applyStep(db, step) : applyRange(pool, step)),
  }
}
