import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// Recent changes of the index in commit order: writers hold the lock on `market`. Filled by triggers, so
// that each change and its notification share the writer's transaction.
const TABLE = sql`create table changes (
  id int8 generated always as identity primary key,
  kind text not null check (kind in ('block', 'bet', 'claim', 'strike', 'price', 'reset')),
  epoch int8,
  account bytea,
  oracle_round_id numeric(78),
  timestamp int8
)`

/** More rows than this at once are a backfill, journaled as one reset. */
const MANY = sql.lit(1_000)

/** Changes kept for clients that reconnect. */
const KEPT = sql.lit(20_000)

const NOTE_ROWS = sql`
  create function note_rows() returns trigger language plpgsql as $$
  declare how_many int8 := (select count(*) from changed);
  begin
    if how_many = 0 then return null; end if;
    if how_many > ${MANY} then
      insert into changes (kind) values ('reset');
    elsif tg_argv[0] = 'strike' then
      insert into changes (kind, epoch) select 'strike', epoch from changed;
    elsif tg_argv[0] = 'price' then
      insert into changes (kind, oracle_round_id) select 'price', round_id from changed order by 2;
    else
      insert into changes (kind, epoch, account) select tg_argv[0], epoch, account from changed;
    end if;
    perform pg_notify('bullring_changes', '');
    return null;
  end $$`

const NOTE_RESET = sql`
  create function note_reset() returns trigger language plpgsql as $$
  begin
    insert into changes (kind) values ('reset');
    perform pg_notify('bullring_changes', '');
    return null;
  end $$`

const NOTE_BLOCKS = sql`
  create function note_blocks() returns trigger language plpgsql as $$
  begin
    insert into changes (kind, timestamp)
      select 'block', timestamp from blocks order by number desc limit 1;
    delete from changes where id <= (select max(id) from changes) - ${KEPT};
    perform pg_notify('bullring_changes', '');
    return null;
  end $$`

// No event exists for a price that a reorg undid; a fee change affects every empty round.
const TRIGGERS = [
  ...(['bet', 'claim', 'strike'] as const).flatMap((kind) => [
    onRows('insert', `${kind}s`, kind),
    onRows('delete', `${kind}s`, kind),
  ]),
  onRows('insert', 'oracle_rounds', 'price'),
  sql`create trigger note_row_delete after delete on oracle_rounds
    for each row execute function note_reset()`,
  sql`create trigger note_row after insert or delete on fee_changes
    for each row execute function note_reset()`,
  sql`create trigger note_truncate after truncate on bets
    for each statement execute function note_reset()`,
  sql`create trigger note_blocks after insert or delete on blocks
    for each statement execute function note_blocks()`,
]

function onRows(event: 'insert' | 'delete', table: string, kind: string) {
  const rows = event === 'insert' ? sql`new` : sql`old`
  return sql`create trigger ${sql.raw(`note_${event}`)} after ${sql.raw(event)} on ${sql.table(table)}
    referencing ${rows} table as changed
    for each statement execute function note_rows(${sql.lit(kind)})`
}

/** Adds the journal of live events, with a notification for each entry. */
export const changesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [TABLE, NOTE_ROWS, NOTE_RESET, NOTE_BLOCKS, ...TRIGGERS]
    for (const statement of statements) await statement.execute(db)
  },
}
