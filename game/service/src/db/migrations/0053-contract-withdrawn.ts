import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Above every epoch and block. */
const NEVER = sql.lit(Number.MAX_SAFE_INTEGER)

const MOST_MOVED = sql.lit(300)

const DROPS = [
  sql`drop function standings_since(text, int8), market_standings(text, int8), day_standings_since(int4),
    standings_of_days(int4, int8), newer_than_days(int4, int8), settled_since(int8), round_sums(int8[]),
    move_span(text, int8), undo_sums(int8), result_texts_of(bytea, int8), line_parts_of(bytea, int8, int8, int8),
    first_placed_at(bytea, int8), results_of(bytea, int8), pack_results(int8[]), unpack_results(int8[]), pack_size(),
    run_text(int8[], int8[], boolean[], numeric[]), results_text(int8[], int8[], boolean[], numeric[]),
    result_bytes(int8, int8, boolean, numeric)`,
  sql`drop table packed_results`,
]

const MOVE_WINDOW = sql`
  create or replace function move_window(name text, to_epoch int8) returns boolean language plpgsql as $$
  declare
    kept int8 := (select from_epoch from standing_spans where span = name);
    was int8 := least(kept, (select coalesce(max(epoch), 0) + 1 from pools));
    target int8 := greatest(to_epoch, was - ${MOST_MOVED});
  begin
    if kept <> target then
      perform add_to_span(name, epochs_final(target, was));
      perform take_from_span(name, epochs_final(was, target));
      update standing_spans set from_epoch = target where span = name;
    end if;
    return target = to_epoch;
  end $$`

const ADD_STANDINGS = sql`
  create or replace function add_standings(after int8, up_to int8) returns void language plpgsql as $$
  declare decided int8[] := epochs_decided(after, up_to);
  begin
    if cardinality(decided) = 0 then return; end if;
    perform keep_final_rounds(decided);
    perform add_to_span(s.span, array(select e from unnest(decided) e where e >= s.from_epoch))
      from standing_spans s;
    perform add_to_days(decided);
  end $$`

const UNDO_STANDINGS = sql`
  create or replace function undo_standings(base int8) returns void language plpgsql as $$
  declare
    undone int8[] := epochs_decided(base, (select min(number) from blocks));
    days int4[] := array(select distinct coalesce(day_of(e), 0) from unnest(undone) e);
  begin
    if cardinality(undone) = 0 then return; end if;
    if exists (select from market m, unnest(undone) e where e < m.dropped_before) then
      raise exception 'the bets of rounds to undo were dropped: empty the database and restart';
    end if;
    perform take_from_span(s.span, array(select e from unnest(undone) e where e >= s.from_epoch))
      from standing_spans s;
    delete from day_standings where day = any(days);
    perform add_to_days(array(
      select e from unnest(epochs_final(0, ${NEVER})) e
      where coalesce(day_of(e), 0) = any(days) and not e = any(undone)));
    delete from final_rounds where epoch = any(undone);
  end $$`

const EMPTY_STANDINGS = sql`
  create or replace function empty_standings() returns trigger language plpgsql as $$
  begin
    truncate standings, day_standings, final_rounds;
    update standing_spans set from_epoch = ${NEVER} where span <> 'all';
    return null;
  end $$`

const BET_COLUMNS = sql`
  b.account, b.epoch, b.amount, b.position = r.winner as is_win,
  case when b.position = r.winner then div(b.amount * r.reward_amount, r.winning_amount)
    when r.returned_amount > 0 then div(b.amount * r.returned_amount, r.losing_amount)
    else 0 end as payout,
  b.placed_at`

const DECIDED_BETS = sql`
  create or replace view decided_bets as
  with newer as materialized (select * from decided_rounds where epoch = any(newer_epochs()))
  select * from final_bets
  union all
  select ${BET_COLUMNS} from newer r join bets b on b.epoch = r.epoch`

// Reads the tables of the schema it was created in, whichever market calls it.
const RESULTS_OF = sql`
  create function results_of(who bytea, since int8)
  returns table (epoch int8, placed_at int8, is_win boolean, profit numeric)
  language plpgsql stable set search_path from current as $$
  declare
    first_round int8 := greatest(since, (select dropped_before from market));
    newer int8[] := array(select e from unnest(newer_epochs()) e where e >= first_round);
  begin
    return query execute $query$
      select epoch, placed_at, is_win, payout - amount from final_bets where account = $1 and epoch >= $2
    $query$ using who, first_round;
    if cardinality(newer) > 0 then
      return query execute $query$
        select epoch, placed_at, is_win, payout - amount from (
          select ${BET_COLUMNS} from bets b join decided_rounds r on r.epoch = b.epoch
          where b.account = $1 and b.epoch = any($2) and r.epoch = any($2)
        ) bets
      $query$ using who, newer;
    end if;
  end $$`

/** No process reads this channel any more. */
const NOTIFY = sql`
  do $do$
  declare note regproc;
  begin
    foreach note in array array['note_rows', 'note_reset', 'note_blocks', 'note_rounds']::regproc[] loop
      execute replace(pg_get_functiondef(note), $$perform pg_notify('bullring_changes', tg_table_schema);$$, '');
    end loop;
  end $do$`

/** The partition that the migration to partitions made has the names and bounds of the others. */
const FIRST_PARTITION = ['bets', 'claims'].flatMap((table) => {
  const name = sql.id(`${table}_from_0`)
  const renamed = (from: string, to: string) =>
    sql`alter index ${sql.id(`${table}_${from}_from_0`)} rename to ${sql.id(`${table}_from_0_${to}`)}`
  return [
    sql`alter table ${sql.table(table)} detach partition ${name}`,
    renamed('pkey', 'pkey'),
    renamed('by_block', 'block_number_idx'),
    ...(table === 'bets'
      ? [renamed('of_round', 'epoch_block_number_log_index_position_amount_idx')]
      : []),
    sql`alter table ${sql.table(table)} attach partition ${name} for values from (0) to (10000)`,
  ]
})

/** Drops rankings by a number of days and packed results, whose code is gone. */
export const withdrawnMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const functions = [MOVE_WINDOW, ADD_STANDINGS, UNDO_STANDINGS, EMPTY_STANDINGS]
    const reads = [DECIDED_BETS, RESULTS_OF, NOTIFY, ...FIRST_PARTITION]
    for (const statement of [...functions, ...DROPS, ...reads]) await statement.execute(db)
  },
}
