import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { packResults } from './0042-packed-results.ts'
import { LOOSE_RESULTS, NEWER_RESULTS, PACKED_TEXT } from './0046-text-results.ts'

const COLUMNS = [
  sql`truncate packed_results`,
  sql`alter table packed_results add column run text not null, add column last_placed_at int8 not null`,
  sql`alter table packed_results alter column run set storage plain`,
]

// Read by stats/result-run.ts. Sums are two numbers, one of 10^15 wei, and the rest with the same sign. Numbers in order: the
// first round and the time of its bet; the number of results, and their sum; of the lowest and the highest sum up to a result:
// how many results it adds up, the round and the time of the last of them, and the sum; the first streak and the last, lost ones
// negative; the longest won streak and the longest lost one.
const RUN_TEXT = sql`
  create function run_text(epochs int8[], times int8[], wins boolean[], profits numeric[]) returns text
  language sql immutable as $$
    with results as materialized (
      select *, sum(profit) over (order by place) as total
      from unnest(epochs, times, wins, profits) with ordinality r(epoch, placed_at, is_win, profit, place)
    ), streaks as materialized (
      select min(place) as first, case when is_win then count(*) else -count(*) end as length from (
        select place, is_win, place - row_number() over (partition by is_win order by place) as streak from results
      ) numbered group by is_win, streak
    ), lowest as (
      select * from results order by total, place limit 1
    ), highest as (
      select * from results order by total desc, place limit 1
    )
    select concat_ws(' ', epochs[1], times[1], n.place, div(n.total, 1e15), mod(n.total, 1e15),
      l.place, l.epoch, l.placed_at, div(l.total, 1e15), mod(l.total, 1e15),
      h.place, h.epoch, h.placed_at, div(h.total, 1e15), mod(h.total, 1e15),
      s.streaks[1], s.streaks[cardinality(s.streaks)], s.wins, s.losses, '')
    from results n, lowest l, highest h, (
      select array_agg(length order by first) as streaks, greatest(max(length), 0) as wins,
        greatest(max(-length), 0) as losses
      from streaks
    ) s
    where n.place = cardinality(epochs)
  $$`

const PACKED_RUN = sql`${PACKED_TEXT}, run_text(array_agg(epoch order by epoch), array_agg(placed_at order by epoch),
  array_agg(is_win order by epoch), array_agg(profit order by epoch)), max(placed_at)`

// Bets of a market whose first round is `since`, which orders them by time, too.
const FIRST_PLACED_AT = sql`
  create function first_placed_at(who bytea, since int8) returns int8
  language plpgsql stable set search_path from current as $$
  declare found int8;
  begin
    execute 'select placed_at from bets where account = $1 and epoch >= $2 order by epoch limit 1'
      into found using who, greatest(since, (select dropped_before from market));
    return found;
  end $$`

// As result_texts_of of migration 0046, but for accounts with more than \`most\` packed rows: of these, only the first, the last
// and those with bets from \`before\` on are read result by result.
const LINE_PARTS_OF = sql`
  create function line_parts_of(who bytea, since int8, before int8, most int8) returns table (results text, run text)
  language plpgsql stable set search_path from current as $$
  declare
    first_round int8 := greatest(since, (select dropped_before from market));
    first_pack int8;
    last_pack int8;
    packs int8;
    packed_to int8 := (select coalesce(max(last_epoch), -1) from packed_results where account = who);
    newer int8[] := array(select e from unnest(newer_epochs()) e where e >= first_round);
  begin
    select min(last_epoch), max(last_epoch), count(*) into first_pack, last_pack, packs
      from packed_results where account = who and last_epoch >= first_round;
    if packs > most then
      return query execute $query$
        select case when is_whole then null else results end, case when is_whole then run end from (
          select *, last_epoch > $3 and last_epoch < $4 and ($5 is null or last_placed_at < $5) as is_whole
          from packed_results where account = $1 and last_epoch >= $2
        ) packed $query$ using who, first_round, first_pack, last_pack, before;
    elsif packs > 0 then
      return query execute
        'select results, null::text from packed_results where account = $1 and last_epoch >= $2' using who, first_round;
    end if;
    return query execute $query$
      select ${PACKED_TEXT}, null::text from (${LOOSE_RESULTS}) loose
    $query$ using who, greatest(first_round, packed_to + 1);
    if cardinality(newer) > 0 then
      return query execute $query$
        select ${PACKED_TEXT}, null::text from (${NEWER_RESULTS}) newer
      $query$ using who, newer;
    end if;
  end $$`

/** Keeps sums, extremes and streaks of packed results, so that lines of very many bets are drawn without reading each of them. */
export const lineRunsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const functions = [RUN_TEXT, packResults(PACKED_RUN), FIRST_PLACED_AT, LINE_PARTS_OF]
    for (const statement of [...COLUMNS, ...functions]) await statement.execute(db)
  },
}
