import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// Processes of older versions read `account`, the first of these.
const COLUMNS = [
  sql`alter table changes add column accounts bytea`,
  // Addresses do not compress.
  sql`alter table changes alter column accounts set storage external`,
]

/** Names the journal, of which all replicas have copies. */
const JOURNAL = [
  sql`create table journal (id uuid primary key default gen_random_uuid())`,
  sql`insert into journal default values`,
]

/** Changes that are journaled one by one. */
const FEW = sql.lit(20)

/** Accounts that are listed. Of more, which no single block has, processes look up those that are connected. */
const TOO_MANY = sql.lit(20_000)

/** More rows than this are a backfill if they come from many blocks, journaled as one reset. */
const MANY = sql.lit(1_000)
/** A follower of the chain is never further behind. */
const FEW_BLOCKS = sql.lit(64)

const NOTE_ROWS = sql`
  create or replace function note_rows() returns trigger language plpgsql as $$
  declare how_many int8 := (select count(*) from changed);
  begin
    if how_many = 0 then return null; end if;
    if how_many > ${MANY}
      and (select max(block_number) - min(block_number) from changed) >= ${FEW_BLOCKS}
    then
      insert into changes (kind) values ('reset');
    elsif tg_argv[0] = 'strike' then
      insert into changes (kind, epoch) select 'strike', epoch from changed;
    elsif tg_argv[0] = 'price' then
      insert into changes (kind, oracle_round_id) select 'price', round_id from changed order by 2;
    elsif how_many <= ${FEW} then
      insert into changes (kind, epoch, account) select tg_argv[0], epoch, account from changed;
    elsif how_many <= ${TOO_MANY} then
      insert into changes (kind, epoch, account, accounts)
        select tg_argv[0], epoch, substr(accounts, 1, 20), accounts
        from (select epoch, string_agg(account, '') as accounts from changed group by epoch) c order by epoch;
    elsif tg_op = 'DELETE' then
      insert into changes (kind) values ('reset');
    else
      insert into changes (kind, epoch) select distinct 'round', epoch from changed order by 2;
    end if;
    perform pg_notify('bullring_changes', tg_table_schema);
    perform pg_notify('bullring_positions', tg_table_schema || ' ' || (select max(id) from changes));
    return null;
  end $$`

/** Journals the bets of a full block as one change of each round, so that it keeps as many minutes of a full game. */
export const fullJournalMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [...COLUMNS, ...JOURNAL, NOTE_ROWS]) await statement.execute(db)
  },
}
