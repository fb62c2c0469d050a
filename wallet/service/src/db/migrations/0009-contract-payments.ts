import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const TABLES = ['history_chain', 'history_blocks', 'history_transfers', 'nft_transfers'] as const

/** Has the index read all blocks again, now with what contracts paid. */
export const contractPaymentsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const table of TABLES) await sql`delete from ${sql.table(table)}`.execute(db)
  },
}
