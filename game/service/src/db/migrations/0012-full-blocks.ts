import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** More rows than this at once are a backfill if they come from many blocks, journaled as one reset. */
const MANY = sql.lit(1_000)

/** No block has more rows. */
const TOO_MANY = sql.lit(20_000)

/** A follower of the chain is never further behind. */
const FEW_BLOCKS = sql.lit(64)

const NOTE_ROWS = sql`
  create or replace function note_rows() returns trigger language plpgsql as $$
  declare how_many int8 := (select count(*) from changed);
  begin
    if how_many = 0 then return null; end if;
    if how_many > ${TOO_MANY} or (how_many > ${MANY}
      and (select max(block_number) - min(block_number) from changed) >= ${FEW_BLOCKS})
    then
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

/** Journals the bets of a full block one by one: a reset makes every page load everything again. */
export const fullBlocksMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await NOTE_ROWS.execute(db)
  },
}
