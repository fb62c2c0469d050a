import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// Two statements, because the second must see what the writer before has committed while the first waited.
const LOCK_INDEX = sql`
  create function lock_index(head bytea) returns boolean language plpgsql as $$
  begin
    perform from market for update;
    return (select hash from blocks order by number desc limit 1) = head;
  end $$`

/** Locks out other writers and checks where the index ends with one round trip for each block. */
export const indexLockMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await LOCK_INDEX.execute(db)
  },
}
