import type { OracleRound } from '@bullring/prediction/oracle-round'
import type { Pool } from '@bullring/prediction/payout'
import type { Epoch } from '@bullring/prediction/units'
import { toPriceE8, toUnixSeconds, toWei } from '@bullring/prediction/units'
import { toAddress, toHex } from '@bullring/server/db/bytes'
import type { Address } from 'viem'
import type { Database } from '../../db/open-database.ts'
import type { MarketIdentity, StoredBlock } from '../index-model.ts'
import { blockTable } from '../index-model.ts'

/** Reads the newest blocks of the index, newest first; by default all. */
export async function newestBlocks(db: Database, limit?: number): Promise<StoredBlock[]> {
  const blocks = await blockTable.newest(db, limit)
  return blocks.map((block) => ({ ...block, timestamp: toUnixSeconds(block.timestamp) }))
}

/** Reads the id of the newest oracle round that was known at `blockNumber`; null when there is none. */
export async function newestOracleRound(db: Database, blockNumber: number): Promise<bigint | null> {
  const row = await db
    .selectFrom('oracle_rounds')
    .select('round_id')
    .where('block_number', '<=', blockNumber)
    .orderBy('round_id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.round_id ?? null
}

/** Reads all rounds of the oracle, each with the block at which it was read. */
export async function readOracleRounds(
  db: Database,
): Promise<readonly (OracleRound & { blockNumber: number })[]> {
  const rows = await db.selectFrom('oracle_rounds').selectAll().orderBy('round_id').execute()
  return rows.map(({ round_id: id, price, updated_at, block_number: blockNumber }) => ({
    id,
    price: toPriceE8(price),
    updatedAt: toUnixSeconds(updated_at),
    blockNumber,
  }))
}

/**
 * Reads the address of the price feed after `blockNumber`; null for a bullring market, whose feed cannot
 * change.
 */
export async function feedAt(db: Database, blockNumber: number): Promise<Address | null> {
  const change = await db
    .selectFrom('oracle_changes')
    .select('oracle')
    .where('block_number', '<=', blockNumber)
    .orderBy('block_number', 'desc')
    .orderBy('log_index', 'desc')
    .limit(1)
    .executeTakeFirst()
  return change === undefined ? null : toAddress(change.oracle)
}

/** Reads which market the database holds; null for an empty database. */
export async function readIdentity(db: Database): Promise<MarketIdentity | null> {
  const row = await db.selectFrom('market').selectAll().executeTakeFirst()
  if (row === undefined) return null
  return {
    kind: row.kind,
    chainId: row.chain_id,
    prediction: toHex(row.prediction),
    genesisHash: toHex(row.genesis_hash),
    startBlock: row.start_block,
    maxPayoutMultiple: row.max_payout_multiple,
  }
}

/** Reads the sums of a round's bets. */
export async function readPool(db: Database, epoch: Epoch): Promise<Pool> {
  const pool = await db
    .selectFrom('pools')
    .select(['bull_amount', 'bear_amount'])
    .where('epoch', '=', Number(epoch))
    .executeTakeFirst()
  return { bullAmount: toWei(pool?.bull_amount ?? 0n), bearAmount: toWei(pool?.bear_amount ?? 0n) }
}
