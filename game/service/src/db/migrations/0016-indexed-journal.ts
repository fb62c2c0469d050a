import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Lets each block delete old changes through the index. The bound is unknown to the planner, which would rather read
 * the whole journal, and with it the pages of deleted changes that are not vacuumed yet.
 */
export const indexedJournalMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter function note_blocks() set enable_seqscan = off`.execute(db)
  },
}
