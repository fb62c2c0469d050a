import type { ConnectionPool } from '@bullring/server/db/open-database'
import type { Database } from '../../db/open-database.ts'
import type { IndexStep, MarketIdentity, StoredBlock } from '../index-model.ts'
import type { BlockRange } from '../read/read-range.ts'
import {
  feedAt,
  newestBlocks,
  newestOracleRound,
  readIdentity,
  readOracleRounds,
  readPool,
} from './index-reads.ts'
import { readAuditedBefore, storeAuditedBefore } from './index-state.ts'
import { applyRange, applyStep, applyTogether, restartIndex, rewindIndex } from './index-writes.ts'
import { readDroppedBefore, readLogRows } from './log-rows.ts'

export type IndexStore = ReturnType<typeof createIndexStore>

/** Connections for writing. */
export type IndexConnections = {
  /** For COPY. */
  pool: ConnectionPool
  /** Pipelined. */
  writer: ConnectionPool
}

/**
 * Reads and writes the index in `db`.
 *
 * @param connections - Without them, each statement waits for the result of the one before.
 */
export function createIndexStore(db: Database, { pool, writer }: Partial<IndexConnections> = {}) {
  return {
    /** @see newestBlocks */
    newestBlocks: (limit?: number) => newestBlocks(db, limit),
    /** @see newestOracleRound */
    newestOracleRound: (blockNumber: number) => newestOracleRound(db, blockNumber),
    /** @see feedAt */
    feedAt: (blockNumber: number) => feedAt(db, blockNumber),
    /** @see readIdentity */
    identity: () => readIdentity(db),
    /** @see readOracleRounds */
    oracleRounds: () => readOracleRounds(db),
    /** @see readLogRows */
    logRowsIn: (range: BlockRange) => readLogRows(db, range),
    /** @see readDroppedBefore */
    droppedBefore: () => readDroppedBefore(db),
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
    /** @see applyTogether */
    apply: (step: IndexStep) => (writer ? applyTogether(db, writer, step) : applyStep(db, step)),
    /** @see applyRange */
    applyRange: (step: IndexStep) => (pool ? applyRange(pool, step) : applyStep(db, step)),
  }
}
