import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { FIND_OWN, SUMS } from './0018-standing-marks.ts'

// `before` is null for an account below the minimum, and its sums for one without a decided bet. Places are expressions of
// indexes, so that they must be part of the statement.
const RANKED_STANDING = sql`
  create or replace function ranked_standing(name text, since int8, by text, who bytea)
  returns table (players int8, before int8, ${SUMS}) language plpgsql stable as $$
  declare
    moved standings[] := array(select m from moved_since(name, since) m);
    own standings;
    own_place numeric;
    added int8 := 0;
    added_before int8 := 0;
  begin
    ${FIND_OWN}
    if cardinality(moved) > 0 then
      execute format($query$
        with moved as materialized (select * from unnest($1)),
        kept as materialized (select k.* from moved join standings k using (span, account)),
        sums as (
          select -1 as change, * from kept
          union all
          select 1, span, account, sum(rounds)::int8, sum(won_rounds)::int8, sum(net_results), sum(total_position)
          from (select * from kept union all select * from moved) parts group by span, account
        )
        select coalesce(sum(change), 0), coalesce(sum(change) filter (where (%1$s, account) < ($2, $3)), 0)
        from sums where rounds >= %2$s
      $query$, place_in(by), minimum_in(by)) into added, added_before using moved, own_place, who;
    end if;
    return query select
      (select coalesce(sum(k.players), 0) from standing_marks k where k.span = name and k.ranking = by)::int8 + added,
      standings_before(name, by, own_place, who) + added_before,
      own.account, own.rounds, own.won_rounds, own.net_results, own.total_position;
  end $$`

/** Counts what has moved in a ranking by one place of each account, and by one look at its kept sums. */
export const onePlaceMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await RANKED_STANDING.execute(db)
  },
}
