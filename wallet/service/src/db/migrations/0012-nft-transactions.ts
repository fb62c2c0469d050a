import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const TABLES = ['history_chain', 'history_blocks', 'history_transfers', 'nft_transfers'] as const

/**
 * Transfers of NFTs name their transactions, for the history. The index reads all blocks again; what a node of the
 * previous version writes meanwhile has no transaction and is not in the history.
 */
export const nftTransactionsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of TABLES) await sql`delete from ${sql.table(table)}`.execute(db)
    await sql`alter table nft_transfers
      add column tx_index int4,
      add column tx_hash bytea,
      add column tx_from bytea,
      add column tx_to bytea,
      add column nonce int8,
      add column mined_at int8`.execute(db)
  },
}
