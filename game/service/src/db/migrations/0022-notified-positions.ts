import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Processes of older versions compare the payload of `bullring_changes` with their schema: it stays as it is. */
const NOTIFY = sql`
  do $do$
  declare note regproc;
  begin
    foreach note in array array['note_rows', 'note_reset', 'note_blocks', 'note_rounds']::regproc[] loop
      execute replace(pg_get_functiondef(note),
        $$perform pg_notify('bullring_changes', tg_table_schema);$$,
        $$perform pg_notify('bullring_changes', tg_table_schema);
          perform pg_notify('bullring_positions', tg_table_schema || ' ' || (select max(id) from changes));$$);
    end loop;
  end $do$`

/** Notifies of the newest change by its id, for which readers of a replica must wait. */
export const notifiedPositionsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await NOTIFY.execute(db)
  },
}
