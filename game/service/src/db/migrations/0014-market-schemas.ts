import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Their text names no schema: notifications of all markets would look the same. */
const NOTIFY = sql`
  do $do$
  declare note regproc;
  begin
    foreach note in array array['note_rows', 'note_reset', 'note_blocks', 'note_rounds']::regproc[] loop
      execute replace(pg_get_functiondef(note),
        $$pg_notify('bullring_changes', '')$$, $$pg_notify('bullring_changes', tg_table_schema)$$);
    end loop;
  end $do$`

// Reads the tables of the schema it was created in, whichever market calls it.
const STANDINGS = sql`
  create function market_standings(name text, since int8) returns table (
    account bytea, rounds int8, won_rounds int8, net_results numeric, total_position numeric
  ) language plpgsql stable set search_path from current as $$
  begin
    return query select * from standings_since(name, since);
  end $$`

/** Gives each market of a database its schema. */
export const marketSchemasMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [NOTIFY, STANDINGS]) await statement.execute(db)
  },
}
