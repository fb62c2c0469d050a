import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// In the order of each leaderboard. An update may leave a row without rounds until it is deleted.
const INDEXES = [
  sql`create index standings_by_net_results on standings (span, net_results desc, account)
    where rounds > 0`,
  sql`create index standings_by_win_percent
    on standings (span, ((won_rounds * 20000 + rounds) / (rounds * 2)) desc, account)
    where rounds > 0`,
  sql`create index standings_by_total_rounds on standings (span, rounds desc, account)
    where rounds > 0`,
  sql`create index standings_by_total_position on standings (span, total_position desc, account)
    where rounds > 0`,
]

/** Above every epoch. */
const NEVER = sql.lit(Number.MAX_SAFE_INTEGER)

const SUMS = sql`account bytea, rounds int8, won_rounds int8, net_results numeric, total_position numeric`

/** Returns the sums of rounds to add less those of rounds to subtract, given after `using` with the name of the window. */
export const RETURN_MOVED = sql`return query execute $query$
      select $1, account, sum(rounds)::int8, sum(won_rounds)::int8, sum(net_results), sum(total_position)
      from (
        select * from standings_of($2)
        union all
        select account, -rounds, -won_rounds, -net_results, -total_position from standings_of($3)
      ) parts group by account
    $query$`

// What the rounds that `standings` lacks add to its sums, and those before the window subtract.
const MOVED_SINCE = sql`
  create function moved_since(name text, since int8) returns setof standings language plpgsql stable as $$
  declare
    was int8 := (select from_epoch from standing_spans where span = name);
    newer int8[] := array(
      select e from unnest(epochs_decided((select coalesce(min(number), -1) from blocks), ${NEVER})) e
      where e >= since);
  begin
    ${RETURN_MOVED} using name, newer || epochs_final(since, was), epochs_final(was, since);
  end $$`

const STANDINGS_SINCE = sql`
  create or replace function standings_since(name text, since int8) returns table (${SUMS})
  language plpgsql stable as $$
  begin
    return query execute $query$
      select * from (
        select account, coalesce(k.rounds, 0) + coalesce(m.rounds, 0) as rounds,
          coalesce(k.won_rounds, 0) + coalesce(m.won_rounds, 0),
          coalesce(k.net_results, 0) + coalesce(m.net_results, 0),
          coalesce(k.total_position, 0) + coalesce(m.total_position, 0)
        from (select * from standings where span = $1) k
        full join moved_since($1, $2) m using (account)
      ) sums where rounds > 0
    $query$ using name, since;
  end $$`

// The first of `standings_since`, without reading all of it. Rows of `standings` whose sums have moved are
// replaced: as many more are read from the index. `ranking` is an expression of ours, never of a caller.
const LEADING_STANDINGS = sql`
  create function leading_standings(name text, since int8, ranking text, minimum int8, how_many int8)
  returns table (${SUMS}) language plpgsql stable as $$
  declare moved standings[] := array(select m from moved_since(name, since) m);
  begin
    return query execute format($query$
      with moved as materialized (select * from unnest($1)),
      first_kept as (
        select account, rounds, won_rounds, net_results, total_position from standings
        where span = $2 and rounds > 0 and rounds >= $3
        order by %1$s desc, account limit %2$s
      ),
      sums as (
        select * from first_kept k where not exists (select from moved m where m.account = k.account)
        union all
        select account, coalesce(k.rounds, 0) + m.rounds,
          coalesce(k.won_rounds, 0) + m.won_rounds,
          coalesce(k.net_results, 0) + m.net_results,
          coalesce(k.total_position, 0) + m.total_position
        from moved m left join standings k using (span, account)
      )
      select * from sums where rounds > 0 and rounds >= $3
      order by %1$s desc, account limit %3$s
    $query$, ranking, how_many + cardinality(moved), how_many) using moved, name, minimum;
  end $$`

/** Reads leaderboards from an index for each ranking, however many accounts have played. */
export const rankedStandingsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const statements = [...INDEXES, MOVED_SINCE, STANDINGS_SINCE, LEADING_STANDINGS]
    for (const statement of statements) await statement.execute(db)
  },
}
