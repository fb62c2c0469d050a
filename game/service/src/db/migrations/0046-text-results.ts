import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { BET_COLUMNS } from './0036-final-rounds.ts'
import { packResults } from './0042-packed-results.ts'

// Uncompressed and within the row: the text of 60 results has 1.8 KB.
const COLUMN = [
  sql`truncate packed_results`,
  sql`alter table packed_results alter column results type text using null`,
  sql`alter table packed_results alter column results set storage plain`,
]

const PACK_SIZE = sql`create or replace function pack_size() returns int4 language sql immutable as 'select 60'`

// Read by stats/result-reader.ts: the number of results, and of each the round and the time of the bet, both less those
// before, 1 for a win, and the profit as two numbers: one of 10^15 wei, and the rest with the same sign.
const RESULTS_TEXT = sql`
  create function results_text(epochs int8[], times int8[], wins boolean[], profits numeric[]) returns text
  language sql stable as $$
    select count(*) || ' ' || string_agg(
      concat_ws(' ', epochs, seconds, is_win::int4, div(profit, 1e15), mod(profit, 1e15), ''), '' order by place)
    from (
      select is_win, profit, place, epoch - lag(epoch, 1, 0::int8) over (order by place) as epochs,
        placed_at - lag(placed_at, 1, 0::int8) over (order by place) as seconds
      from unnest(epochs, times, wins, profits) with ordinality r(epoch, placed_at, is_win, profit, place)
    ) steps
  $$`

/** Value of several results, as text. */
export const PACKED_TEXT = sql`results_text(array_agg(epoch order by epoch), array_agg(placed_at order by epoch),
  array_agg(is_win order by epoch), array_agg(profit order by epoch))`

/** Results of an account in final rounds from the second parameter on, bet by bet. */
export const LOOSE_RESULTS = sql`
  select epoch, placed_at, is_win, payout - amount as profit from final_bets where account = $1 and epoch >= $2`

/** Results of an account in the rounds of the second parameter, which a reorg can still reach. */
export const NEWER_RESULTS = sql`
  select epoch, placed_at, is_win, payout - amount as profit from (
    select ${BET_COLUMNS} from bets b join decided_rounds r on r.epoch = b.epoch
    where b.account = $1 and b.epoch = any($2) and r.epoch = any($2)
  ) bets`

// Packed results, those of final rounds that are not packed yet, and those of rounds that are not final. Each statement is
// planned for the partitions that it reads.
const RESULT_TEXTS_OF = sql`
  create function result_texts_of(who bytea, since int8) returns table (results text)
  language plpgsql stable set search_path from current as $$
  declare
    packed_to int8 := (select coalesce(max(last_epoch), -1) from packed_results where account = who);
    newer int8[] := array(select e from unnest(newer_epochs()) e where e >= since);
  begin
    return query execute 'select results from packed_results where account = $1 and last_epoch >= $2' using who, since;
    return query execute $query$
      select ${PACKED_TEXT} from (${LOOSE_RESULTS}) loose
    $query$ using who, greatest(since, packed_to + 1);
    if cardinality(newer) > 0 then
      return query execute $query$
        select ${PACKED_TEXT} from (${NEWER_RESULTS}) newer
      $query$ using who, newer;
    end if;
  end $$`

// For nodes of the version before, which read bytes: bet by bet.
const RESULTS_OF = sql`
  create or replace function results_of(who bytea, since int8) returns table (results bytea)
  language plpgsql stable set search_path from current as $$
  begin
    return query execute $query$
      select string_agg(result_bytes(epoch, placed_at, is_win, payout - amount), '' order by epoch)
      from decided_bets where account = $1 and epoch >= $2
    $query$ using who, since;
  end $$`

/** Keeps packed results as text, which the database sends in a tenth of the time that bytes take. */
export const textResultsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const functions = [
      PACK_SIZE,
      RESULTS_TEXT,
      packResults(PACKED_TEXT),
      RESULT_TEXTS_OF,
      RESULTS_OF,
    ]
    for (const statement of [...COLUMN, ...functions]) await statement.execute(db)
  },
}
