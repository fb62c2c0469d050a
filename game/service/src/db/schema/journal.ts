import { type RawBuilder, sql } from 'kysely'

/** Largest gap between the positions of two transactions. */
const GAP = 131_072

/** Positions kept for clients that reconnect: those of some 8,000 blocks. */
const KEPT = sql.lit(8_192 * (GAP / 2))

/** Changes that are journaled one by one. */
const FEW = sql.lit(20)

/** More rows than this are a backfill if they come from many blocks, journaled as one reset. */
const MANY = sql.lit(1_000)
/** A follower of the chain is never further behind. */
const FEW_BLOCKS = sql.lit(64)

/**
 * Maximum number of accounts that a change lists. No single block has more; otherwise processes look up the connected
 * accounts.
 */
const TOO_MANY = sql.lit(20_000)

const NOTIFY = sql`perform pg_notify('bullring_positions', tg_table_schema || ' ' || (select max(id) from changes));`

const TABLES = sql`
  -- Names the journal, of which all replicas have copies.
  create table journal (id uuid primary key default gen_random_uuid());
  insert into journal default values;

  -- Recent changes of the index in commit order: writers hold the lock on 'market'. Filled by triggers, so that each
  -- change and its notification share the writer's transaction. 'start': a round became the newest; 'round': a round
  -- was locked or ended. Addresses do not compress.
  create table changes (
    id int8 generated always as identity primary key,
    kind text not null check (kind in ('block', 'bet', 'claim', 'strike', 'price', 'reset', 'start', 'round')),
    epoch int8,
    account bytea,
    oracle_round_id numeric(78),
    timestamp int8,
    accounts bytea
  );
  alter table changes alter column accounts set storage external;
  -- A position always names a change.
  insert into changes (kind) values ('reset');`

const FUNCTIONS = sql`
  create function note_rows() returns trigger language plpgsql as $$
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
    ${NOTIFY}
    return null;
  end $$;

  create function note_rounds() returns trigger language plpgsql as $$
  declare how_many int8 := (select count(*) from changed);
  begin
    if how_many = 0 then return null; end if;
    if how_many > ${MANY} then
      insert into changes (kind) values ('reset');
    else
      insert into changes (kind, epoch) select tg_argv[0], epoch from changed order by 2;
    end if;
    ${NOTIFY}
    return null;
  end $$;

  create function note_reset() returns trigger language plpgsql as $$
  begin
    insert into changes (kind) values ('reset');
    ${NOTIFY}
    return null;
  end $$;

  -- Leaves a random gap before the positions of each block. A restored database that has lost changes would give their
  -- positions to others, and readers that resume there would miss what came before. Old changes are deleted through the
  -- index: the bound is unknown to the planner, which would rather read the whole journal, and with it the pages of
  -- deleted changes that are not vacuumed yet.
  create function note_blocks() returns trigger language plpgsql set enable_seqscan = off as $$
  declare numbers text := pg_get_serial_sequence('changes', 'id');
  begin
    perform setval(numbers, nextval(numbers) + floor(random() * ${sql.lit(GAP)})::int8);
    insert into changes (kind, timestamp)
      select 'block', timestamp from blocks order by number desc limit 1;
    delete from changes where id <= (select max(id) from changes) - ${KEPT};
    ${NOTIFY}
    return null;
  end $$;`

// No event exists for a price that a reorg undid; a fee change affects every empty round.
const TRIGGERS = sql`
  ${onRows('bets', 'note_rows', 'bet')}
  ${onRows('claims', 'note_rows', 'claim')}
  ${onRows('strikes', 'note_rows', 'strike')}
  ${onRows('round_starts', 'note_rounds', 'start')}
  ${onRows('round_locks', 'note_rounds', 'round')}
  ${onRows('round_ends', 'note_rounds', 'round')}
  create trigger note_insert after insert on oracle_rounds referencing new table as changed
    for each statement execute function note_rows('price');
  create trigger note_row_delete after delete on oracle_rounds
    for each row execute function note_reset();
  create trigger note_row after insert or delete on fee_changes
    for each row execute function note_reset();
  create trigger note_row after insert or delete on timing_changes
    for each row execute function note_reset();
  create trigger note_row after insert or delete on oracle_changes
    for each row execute function note_reset();
  create trigger note_truncate after truncate on bets
    for each statement execute function note_reset();
  create trigger note_blocks after insert or delete on blocks
    for each statement execute function note_blocks();`

function onRows(table: string, note: string, kind: string): RawBuilder<unknown> {
  return sql`
  create trigger note_insert after insert on ${sql.table(table)} referencing new table as changed
    for each statement execute function ${sql.id(note)}(${sql.lit(kind)});
  create trigger note_delete after delete on ${sql.table(table)} referencing old table as changed
    for each statement execute function ${sql.id(note)}(${sql.lit(kind)});`
}

/** The journal of live events, with a notification for each transaction. */
export const JOURNAL = [TABLES, FUNCTIONS, TRIGGERS]
