import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Largest gap between the positions of two transactions. */
const GAP = 131_072

/** Positions kept for clients that reconnect: those of some 8,000 blocks. */
const KEPT = sql.lit(8_192 * (GAP / 2))

const NOTE_BLOCKS = sql`
  create or replace function note_blocks() returns trigger language plpgsql set enable_seqscan = off as $$
  declare numbers text := pg_get_serial_sequence('changes', 'id');
  begin
    perform setval(numbers, nextval(numbers) + floor(random() * ${sql.lit(GAP)})::int8);
    insert into changes (kind, timestamp)
      select 'block', timestamp from blocks order by number desc limit 1;
    delete from changes where id <= (select max(id) from changes) - ${KEPT};
    perform pg_notify('bullring_changes', tg_table_schema);
    perform pg_notify('bullring_positions', tg_table_schema || ' ' || (select max(id) from changes));
    return null;
  end $$`

/** A position always names a change. */
const FIRST = sql`insert into changes (kind) select 'reset' where not exists (select from changes)`

/**
 * Leaves a random gap before the positions of each block. A restored database that has lost changes would give their
 * positions to others, and readers that resume there would miss what came before.
 */
export const journalGapsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await NOTE_BLOCKS.execute(db)
    await FIRST.execute(db)
  },
}
