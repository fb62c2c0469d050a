import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  sql`create table oracle_changes (
    oracle bytea not null,
    block_number int8 not null,
    log_index int4 not null,
    primary key (block_number, log_index)
  )`,
  sql`create trigger note_row after insert or delete on oracle_changes
    for each row execute function note_reset()`,
  // Feeds that were replaced before this migration are unknown: a start block that no market has makes the
  // service read the chain again.
  sql`update market set start_block = -1 where kind = 'pancake-v2'`,
]

/** Adds the price feeds of a PancakePredictionV2 contract, whose admin can replace the feed. */
export const oracleChangesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
