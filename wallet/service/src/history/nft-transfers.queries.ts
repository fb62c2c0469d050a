import { toAddress, toHex } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../db/database.ts'
import type { NftTransferRow } from '../db/schema.ts'
import { isTransferOf, type Move, type Place } from './move.ts'

/** NFTs of one transaction that are listed: a batch may have thousands. */
const MAX_PER_TRANSACTION = 20

/** Finds the NFTs that transactions moved to or from an account. */
export async function findNftTransfers(
  db: Database,
  account: Address,
  places: readonly Place[],
): Promise<Move[]> {
  if (places.length === 0) return []
  const rank = sql<number>`row_number() over (partition by block_number, tx_index order by log_index, item_index)`
  const ranked = db
    .selectFrom('nft_transfers')
    .selectAll()
    .select(rank.as('rank'))
    .where(isTransferOf(account, places))
  const rows = await db
    .selectFrom(ranked.as('ranked'))
    .selectAll()
    .where('rank', '<=', MAX_PER_TRANSACTION)
    .orderBy('log_index')
    .orderBy('item_index')
    .execute()
  return rows.flatMap(toMove)
}

function toMove(row: NftTransferRow): Move[] {
  const { block_number, tx_index, tx_hash, tx_from, tx_to, nonce, mined_at } = row
  if (tx_index === null || tx_hash === null || tx_from === null) return []
  if (nonce === null || mined_at === null) return []
  const nft = {
    contract: toAddress(row.contract),
    tokenId: row.token_id,
    standard: row.standard,
  }
  return [
    {
      block_number,
      tx_index,
      transaction: {
        hash: toHex(tx_hash),
        from: toAddress(tx_from),
        to: tx_to && toAddress(tx_to),
        nonce,
        // A transaction that failed has no events.
        isConfirmed: true,
        minedAt: mined_at,
      },
      transfer: {
        nft,
        from: toAddress(row.sender),
        to: toAddress(row.recipient),
        amount: row.amount,
      },
    },
  ]
}
