import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// Rounds that strikes may have decided since a position of the journal; null where it does not tell whether each of them is
// new: a strike that a reorg has removed is missing, and one that came back is listed twice. Rounds of a 'pancake-v2' market
// are journaled when they lock, too.
const SETTLED_SINCE = sql`
  create function settled_since(after int8) returns int8[]
  language plpgsql stable parallel safe set search_path from current set plan_cache_mode = force_custom_plan as $$
  declare struck int8[] := array(select epoch from changes where id > after and kind = 'strike');
  begin
    if not exists (select from changes where id = after)
      or exists (select from changes where id > after and kind in ('reset', 'round'))
      or cardinality(struck) <> (select count(*) from strikes where epoch = any(struck))
    then
      return null;
    end if;
    return array(select e from unnest(struck) e union select e - 1 from unnest(struck) e);
  end $$`

// Reads the tables of the schema it was created in, whichever market calls it.
const ROUND_SUMS = sql`
  create function round_sums(epochs int8[])
  returns table (account bytea, rounds int8, won_rounds int8, net_results numeric, total_position numeric)
  language plpgsql stable parallel safe set search_path from current as $$
  begin
    return query select * from standings_of(epochs);
  end $$`

/** Finds what a settlement adds to sums, so that those of other rounds are not read again. */
export const settledSinceMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [SETTLED_SINCE, ROUND_SUMS]) await statement.execute(db)
  },
}
