import { toBytes, toHex } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address, Hash } from 'viem'
import type { Database } from '../db/open-database.ts'

/** Position of a transaction in the chain: lists continue downwards from it. */
export type PaymentPlace = { block: number; logIndex: number }

/** A transaction by which an account staked or collected in one market, in wei. */
export type StoredPayment = PaymentPlace & { txHash: Hash; staked: bigint; collected: bigint }

export type PaymentFilter = {
  account: Address
  limit: number
  /** Null for the newest. */
  before: PaymentPlace | null
}

type PaymentRow = {
  block_number: number
  log_index: number
  tx_hash: Buffer
  staked: bigint
  collected: bigint
}

/** Finds an account's stakes and claims by transaction, newest first. */
export async function findPayments(
  db: Database,
  { account, limit, before }: PaymentFilter,
): Promise<StoredPayment[]> {
  const bytes = toBytes(account)
  const older =
    before === null
      ? sql``
      : sql`having (block_number, max(log_index)) < (${before.block}::int8, ${before.logIndex}::int4)`
  const { rows } = await sql<PaymentRow>`
    select block_number, max(log_index) as log_index, tx_hash, sum(staked) as staked, sum(collected) as collected
    from (
      select block_number, log_index, tx_hash, amount as staked, 0 as collected from bets where account = ${bytes}
      union all
      select block_number, log_index, tx_hash, 0, amount from claims where account = ${bytes}
    ) as payments
    group by block_number, tx_hash ${older}
    order by block_number desc, log_index desc limit ${limit}`.execute(db)
  return rows.map((row) => ({
    block: row.block_number,
    logIndex: row.log_index,
    txHash: toHex(row.tx_hash),
    staked: row.staked,
    collected: row.collected,
  }))
}
