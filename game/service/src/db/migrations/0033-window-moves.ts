import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// `move_span` moves a window by a part: a caller that knows has the rest moved by its next step.
const MOVE_WINDOW = sql`
  create function move_window(name text, to_epoch int8) returns boolean language plpgsql as $$
  begin
    perform move_span(name, to_epoch);
    return (select from_epoch = to_epoch from standing_spans where span = name);
  end $$`

// Reads the tables of the schema it was created in, whichever market calls it. Until the leader has filled the sums by day,
// none is there: bets are added up from the first round that closed on the first day.
const STANDINGS_OF_DAYS = sql`
  create function standings_of_days(first_day int4, since int8) returns table (
    account bytea, rounds int8, won_rounds int8, net_results numeric, total_position numeric
  ) language plpgsql stable set search_path from current as $$
  begin
    if (select has_days from market) then
      return query select * from day_standings_since(first_day);
    else
      return query select * from standings_of(array(select epoch from decided_rounds where epoch >= since));
    end if;
  end $$`

/** Reports how far a window has moved, and ranks by days before there are sums by day. */
export const windowMovesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [MOVE_WINDOW, STANDINGS_OF_DAYS]) await statement.execute(db)
  },
}
