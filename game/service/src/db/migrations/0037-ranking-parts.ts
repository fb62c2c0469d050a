import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const SUMS = sql`account bytea, rounds int8, won_rounds int8, net_results numeric, total_position numeric`

// Read the tables of the schema they were created in, whichever market calls them. What they return is added to kept sums.
const MARKET_MOVED_SINCE = sql`
  create function market_moved_since(name text, since int8) returns table (${SUMS})
  language plpgsql stable parallel safe set search_path from current as $$
  begin
    return query select m.account, m.rounds, m.won_rounds, m.net_results, m.total_position
      from moved_since(name, since) m;
  end $$`

// Until the leader has filled the sums by day, none is there: everything is newer than they are.
const NEWER_THAN_DAYS = sql`
  create function newer_than_days(first_day int4, since int8) returns table (${SUMS})
  language plpgsql stable parallel safe set search_path from current as $$
  begin
    return query select * from standings_of(case when (select has_days from market)
      then array(select e from unnest(newer_epochs()) e where coalesce(day_of(e), 0) >= first_day)
      else array(select epoch from decided_rounds where epoch >= since) end);
  end $$`

/** Returns what is missing in kept sums, so that one statement adds up those of several markets. */
export const rankingPartsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [MARKET_MOVED_SINCE, NEWER_THAN_DAYS]) await statement.execute(db)
  },
}
