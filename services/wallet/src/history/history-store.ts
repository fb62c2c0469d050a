import { toBytes, toHex } from '@bullring/server/db/bytes'
import type { Transaction } from 'kysely'
import type { Hash } from 'viem'
import type { Database } from '../db/database.ts'
import type { HistoryTransferRow, WalletTables } from '../db/schema.ts'
import { HistoryMovedError } from './errors.ts'
import type { IndexedBlock, IndexedTransfer } from './read-block.ts'

/** A block the history holds. */
export type StoredBlock = Pick<IndexedBlock, 'number' | 'hash' | 'timestamp'>

/** Deepest reorg that is undone; a deeper one begins the history anew. */
const BLOCKS_KEPT = 256

/** A statement may have 65,535 parameters, and a row has 13. */
const ROWS_AT_ONCE = 2_000

export type HistoryStore = ReturnType<typeof createHistoryStore>

/** Reads and writes the index of transfers. */
export function createHistoryStore(db: Database) {
  return {
    /** Chain and genesis block it is of; null before the first. */
    identity: async (): Promise<{ chainId: number; genesisHash: Hash } | null> => {
      const row = await db.selectFrom('history_chain').selectAll().executeTakeFirst()
      return row ? { chainId: row.chain_id, genesisHash: toHex(row.genesis_hash) } : null
    },

    /** Newest block first. */
    newestBlocks: async (limit = BLOCKS_KEPT): Promise<StoredBlock[]> => {
      const rows = await db
        .selectFrom('history_blocks')
        .selectAll()
        .orderBy('number', 'desc')
        .limit(limit)
        .execute()
      return rows.map(({ number, hash, timestamp }) => ({ number, hash: toHex(hash), timestamp }))
    },

    /** Forgets everything and begins after the genesis block of a chain. */
    restart: (chainId: number, genesis: IndexedBlock): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await tx.deleteFrom('history_chain').execute()
        await tx.deleteFrom('history_transfers').execute()
        await tx.deleteFrom('history_blocks').execute()
        await tx
          .insertInto('history_chain')
          .values({ chain_id: chainId, genesis_hash: toBytes(genesis.hash) })
          .execute()
        await insertBlocks(tx, [genesis])
      }),

    /**
     * Replaces what is above `ancestor` by `blocks`, whole or not at all.
     *
     * @param from - Newest block when the step was planned.
     * @throws {HistoryMovedError} when another process has gone on since.
     */
    apply: (from: StoredBlock, ancestor: number, blocks: readonly IndexedBlock[]): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await tx.selectFrom('history_chain').select('chain_id').forUpdate().execute()
        const head = await tx
          .selectFrom('history_blocks')
          .select('hash')
          .orderBy('number', 'desc')
          .executeTakeFirst()
        if (head === undefined || toHex(head.hash) !== from.hash) throw new HistoryMovedError()
        await tx.deleteFrom('history_transfers').where('block_number', '>', ancestor).execute()
        await tx.deleteFrom('history_blocks').where('number', '>', ancestor).execute()
        await insertBlocks(tx, blocks)
        const oldest = (blocks.at(-1)?.number ?? ancestor) - BLOCKS_KEPT
        await tx.deleteFrom('history_blocks').where('number', '<', oldest).execute()
      }),
  }
}

async function insertBlocks(
  tx: Transaction<WalletTables>,
  blocks: readonly IndexedBlock[],
): Promise<void> {
  if (blocks.length === 0) return
  const rows = blocks.map(({ number, hash, timestamp }) => ({
    number,
    hash: toBytes(hash),
    timestamp,
  }))
  await tx.insertInto('history_blocks').values(rows).execute()
  const transfers = blocks.flatMap((block) => block.transfers.map((each) => toRow(block, each)))
  for (let start = 0; start < transfers.length; start += ROWS_AT_ONCE) {
    const chunk = transfers.slice(start, start + ROWS_AT_ONCE)
    await tx.insertInto('history_transfers').values(chunk).execute()
  }
}

function toRow(block: IndexedBlock, transfer: IndexedTransfer): HistoryTransferRow {
  return {
    block_number: block.number,
    tx_index: transfer.txIndex,
    log_index: transfer.logIndex,
    tx_hash: toBytes(transfer.txHash),
    tx_from: toBytes(transfer.txFrom),
    tx_to: transfer.txTo && toBytes(transfer.txTo),
    nonce: transfer.nonce,
    is_confirmed: transfer.isConfirmed,
    mined_at: block.timestamp,
    token: transfer.token && toBytes(transfer.token),
    sender: toBytes(transfer.from),
    recipient: toBytes(transfer.to),
    amount: transfer.amount,
  }
}
