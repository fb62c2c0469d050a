import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  // Updated with each message of an owner: free space keeps the updates within a page.
  sql`create table stored_bytes (
    owner bytea not null,
    counted_until int8 not null,
    bytes int8 not null,
    primary key (owner, counted_until)
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05)`,
  sql`create index stored_bytes_by_time on stored_bytes (counted_until)`,
]

export const storedBytesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
