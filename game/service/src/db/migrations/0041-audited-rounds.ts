import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds how far the index was compared with the contract, so that the next leader continues there. */
export const auditedRoundsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table index_state add column audited_before int8`.execute(db)
  },
}
