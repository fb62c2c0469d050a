import { createBlockTable, type StoredBlock } from '@bullring/server/db/block-table'
import { toBytes, toHex } from '@bullring/server/db/bytes'
import type { Transaction } from 'kysely'
import type { Hash } from 'viem'
import type { Database } from '../db/database.ts'
import type { HistoryTransferRow, NftTransferRow, WalletTables } from '../db/schema.ts'
import { HistoryMovedError } from './errors.ts'
import type { BlockNft, IndexedBlock, IndexedTransfer } from './read-block.ts'

/** A statement may have 65,535 parameters, and a row has 15 at most. */
const ROWS_PER_INSERT = 2_000

const blockTable = createBlockTable('history_blocks')

export type HistoryStore = ReturnType<typeof createHistoryStore>

/** Reads and writes the index of transfers. */
export function createHistoryStore(db: Database) {
  return {
    /** Returns the chain and genesis block of the index, or null while it is empty. */
    identity: async (): Promise<{ chainId: number; genesisHash: Hash } | null> => {
      const row = await db.selectFrom('history_chain').selectAll().executeTakeFirst()
      return row ? { chainId: row.chain_id, genesisHash: toHex(row.genesis_hash) } : null
    },

    /** Newest block first. */
    newestBlocks: (limit?: number): Promise<StoredBlock[]> => blockTable.newest(db, limit),

    /** Empties the index and starts it after the genesis block of a chain. */
    restart: (chainId: number, genesis: IndexedBlock): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await tx.deleteFrom('history_chain').execute()
        await tx.deleteFrom('history_transfers').execute()
        await tx.deleteFrom('nft_transfers').execute()
        await tx.deleteFrom('history_blocks').execute()
        await tx
          .insertInto('history_chain')
          .values({ chain_id: chainId, genesis_hash: toBytes(genesis.hash) })
          .execute()
        await insertBlocks(tx, [genesis])
      }),

    /**
     * Replaces everything above `ancestor` by `blocks`, in one transaction.
     *
     * @param from - Newest block when the step was planned.
     * @throws {HistoryMovedError} when another process has written since.
     */
    apply: (from: StoredBlock, ancestor: number, blocks: readonly IndexedBlock[]): Promise<void> =>
      db.transaction().execute(async (tx) => {
        // Locks out other writers until the transaction ends.
        await tx.selectFrom('history_chain').select('chain_id').forUpdate().execute()
        if (!(await blockTable.hasHead(tx, from))) throw new HistoryMovedError()
        await tx.deleteFrom('history_transfers').where('block_number', '>', ancestor).execute()
        await tx.deleteFrom('nft_transfers').where('block_number', '>', ancestor).execute()
        await blockTable.deletionAbove(ancestor).execute(tx)
        await insertBlocks(tx, blocks)
        await blockTable.trim(blocks.at(-1)?.number ?? ancestor).execute(tx)
      }),
  }
}

async function insertBlocks(
  tx: Transaction<WalletTables>,
  blocks: readonly IndexedBlock[],
): Promise<void> {
  for (const insert of blockTable.insertion(blocks)) await insert.execute(tx)
  const transfers = blocks.flatMap((block) => block.transfers.map((each) => toRow(block, each)))
  for (let start = 0; start < transfers.length; start += ROWS_PER_INSERT) {
    const chunk = transfers.slice(start, start + ROWS_PER_INSERT)
    await tx.insertInto('history_transfers').values(chunk).execute()
  }
  const nfts = blocks.flatMap((block) => block.nfts.map((each) => toNftRow(block, each)))
  for (let start = 0; start < nfts.length; start += ROWS_PER_INSERT) {
    const chunk = nfts.slice(start, start + ROWS_PER_INSERT)
    await tx.insertInto('nft_transfers').values(chunk).execute()
  }
}

function toNftRow(block: IndexedBlock, nft: BlockNft): NftTransferRow {
  return {
    block_number: block.number,
    tx_index: nft.txIndex,
    tx_hash: toBytes(nft.txHash),
    tx_from: toBytes(nft.txFrom),
    tx_to: nft.txTo && toBytes(nft.txTo),
    nonce: nft.nonce,
    mined_at: block.timestamp,
    log_index: nft.logIndex,
    item_index: nft.itemIndex,
    standard: nft.standard,
    contract: toBytes(nft.contract),
    token_id: nft.tokenId,
    sender: toBytes(nft.from),
    recipient: toBytes(nft.to),
    amount: nft.amount,
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
