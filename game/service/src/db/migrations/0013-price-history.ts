import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the index that finds the oracle's answers of a time, without reading the table. */
export const priceHistoryMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create index oracle_rounds_by_time on oracle_rounds (updated_at, round_id) include (price)`.execute(
      db,
    )
  },
}
