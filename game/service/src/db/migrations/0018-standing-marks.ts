import type { Kysely, RawBuilder } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** A ranking orders accounts by their place, of equals by address. Numeric, as places of marks are. */
const PLACES = {
  net_results: '(-net_results)',
  win_percent: '(-((won_rounds * 20000 + rounds) / (nullif(rounds, 0) * 2))::numeric)',
  total_rounds: '(-rounds::numeric)',
  total_position: '(-total_position)',
}

/** Rounds that an account needs. A market with few closed rounds ranks by fewer, and counts without marks. */
const minimumOf = (ranking: string) => sql.lit(ranking === 'win_percent' ? 10 : 1)

const RANKINGS = Object.entries(PLACES).map(([ranking, place]) => ({
  ranking: sql.lit(ranking),
  index: sql.id(`standings_by_${ranking}`),
  place: sql.raw(place),
  placeText: sql.lit(place),
  minimum: minimumOf(ranking),
}))

const DROPS = [
  ...RANKINGS.map(({ index }) => sql`drop index ${index}`),
  sql`drop function leading_standings(text, int8, text, int8, int8)`,
]

const INDEXES = RANKINGS.map(
  ({ index, place, minimum }) => sql`
    create index ${index} on standings (span, ${place}, account) where rounds >= ${minimum}`,
)

// How many standings are at a mark or between it and the next. Those before the first mark belong to it.
const MARKS = sql`create table standing_marks (
  span text,
  ranking text,
  place numeric,
  account bytea,
  players int8 not null,
  primary key (span, ranking, place, account)
)`

export const SUMS = sql`account bytea, rounds int8, won_rounds int8, net_results numeric, total_position numeric`

const PLACES_OF = sql`
  create function places_of(s standings) returns table (ranking text, place numeric)
  language sql immutable as $$
    select p.ranking, p.place
    from (select s.*) r, lateral (values ${sql.join(
      RANKINGS.map(({ ranking, place, minimum }) => sql`(${ranking}, ${place}, ${minimum})`),
    )}) p (ranking, place, minimum)
    where r.rounds >= p.minimum
  $$`

const PLACE_IN = sql`
  create function place_in(ranking text) returns text language sql immutable as $$
    select case ranking ${sql.join(
      RANKINGS.map(({ ranking, placeText }) => sql`when ${ranking} then ${placeText}`),
      sql` `,
    )} end
  $$`

const MINIMUM_IN = sql`
  create function minimum_in(ranking text) returns int8 language sql immutable as $$
    select case ranking ${sql.join(
      RANKINGS.map(({ ranking, minimum }) => sql`when ${ranking} then ${minimum}`),
      sql` `,
    )} end::int8
  $$`

/** Standings of a mark are split when they are more, into half as many each. */
const FULL = sql.lit(2_000)
const HALF = sql.lit(1_000)

const MARKS_TO_TIDY = sql`
  create index standing_marks_to_tidy on standing_marks (span) where players = 0 or players > ${FULL}`

const MARK_OF = sql`
  create function mark_of(span text, ranking text, place numeric, account bytea)
  returns setof standing_marks language sql stable as $$
    select * from standing_marks m
    where m.span = $1 and m.ranking = $2 and (m.place, m.account) <= ($3, $4)
    order by m.place desc, m.account desc limit 1
  $$`

// Places are expressions of indexes, so that they must be part of the statement.
const SPLIT_MARK = sql`
  create function split_mark(mark standing_marks) returns void language plpgsql as $$
  declare next standing_marks;
  begin
    select * into next from standing_marks n
    where n.span = mark.span and n.ranking = mark.ranking
      and (n.place, n.account) > (mark.place, mark.account)
    order by n.place, n.account limit 1;
    execute format($query$
      with members as (
        select %1$s as place, account, row_number() over (order by %1$s, account) - 1 as before,
          count(*) over () as players
        from standings
        where span = $1 and rounds >= %2$s
          and (%1$s, account) >= ($3, $4) and (%1$s, account) < ($5, $6)
      )
      insert into standing_marks
      select $1, $2, case before when 0 then $3 else place end,
        case before when 0 then $4 else account end, least(players - before, ${HALF})
      from members where before %% ${HALF} = 0
      on conflict (span, ranking, place, account) do update set players = excluded.players
    $query$, place_in(mark.ranking), minimum_in(mark.ranking))
    using mark.span, mark.ranking, mark.place, mark.account,
      coalesce(next.place, 'infinity'), coalesce(next.account, '');
  end $$`

// Before a statement, because marks and standings agree then: after an upsert, its inserts are counted first.
const TIDY_MARKS = sql`
  create function tidy_marks() returns trigger language plpgsql as $$
  begin
    delete from standing_marks where players = 0;
    perform split_mark(m) from standing_marks m where players > ${FULL};
    return null;
  end $$`

const ADDED = sql`select s.span, p.ranking, p.place, s.account, 1 as change from added s, places_of(s) p`
const REMOVED = sql`select s.span, p.ranking, p.place, s.account, -1 as change from removed s, places_of(s) p`

const countChanges = (name: RawBuilder<unknown>, changes: RawBuilder<unknown>) => sql`
  create function ${name}() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
  begin
    if tg_op = 'DELETE' and not exists (select from standings) then
      delete from standing_marks;
      return null;
    end if;
    insert into standing_marks as kept
    select c.span, c.ranking, coalesce(m.place, '-infinity'), coalesce(m.account, ''), sum(c.change)
    from (${changes}) c left join lateral mark_of(c.span, c.ranking, c.place, c.account) m on true
    group by 1, 2, 3, 4 having sum(c.change) <> 0
    on conflict (span, ranking, place, account) do update set players = kept.players + excluded.players;
    return null;
  end $$`

const COUNTS = [
  countChanges(sql`count_added_places`, ADDED),
  countChanges(sql`count_moved_places`, sql`${ADDED} union all ${REMOVED}`),
  countChanges(sql`count_removed_places`, REMOVED),
  sql`create function empty_marks() returns trigger language plpgsql as $$
    begin
      truncate standing_marks;
      return null;
    end $$`,
]

const TRIGGERS = [
  sql`create trigger tidy_marks before insert or update or delete on standings
    for each statement execute function tidy_marks()`,
  sql`create trigger count_added_places after insert on standings
    referencing new table as added for each statement execute function count_added_places()`,
  sql`create trigger count_moved_places after update on standings
    referencing old table as removed new table as added
    for each statement execute function count_moved_places()`,
  sql`create trigger count_removed_places after delete on standings
    referencing old table as removed for each statement execute function count_removed_places()`,
  sql`create trigger empty_marks after truncate on standings
    for each statement execute function empty_marks()`,
]

const FILL = [
  sql`insert into standing_marks
    select s.span, p.ranking, '-infinity', '', count(*) from standings s, places_of(s) p group by 1, 2`,
  sql`select split_mark(m) from standing_marks m where players > ${FULL}`,
]

// The first of `standings_since`, without reading all of it. Rows of `standings` whose sums have moved are
// replaced: as many more are read from the index.
const LEADING_STANDINGS = sql`
  create function leading_standings(name text, since int8, ranking text, minimum int8, how_many int8)
  returns table (${SUMS}) language plpgsql stable as $$
  declare moved standings[] := array(select m from moved_since(name, since) m);
  begin
    return query execute format($query$
      with moved as materialized (select * from unnest($1)),
      first_kept as (
        select account, rounds, won_rounds, net_results, total_position from standings
        where span = $2 and rounds >= %4$s
        order by %1$s, account limit %2$s
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
      select * from sums where rounds >= %4$s order by %1$s, account limit %3$s
    $query$, place_in(ranking), how_many + cardinality(moved), how_many, minimum) using moved, name;
  end $$`

// Ranges of two columns are overestimated: starting workers would take longer than the count.
const STANDINGS_BEFORE = sql`
  create function standings_before(name text, ranking text, place numeric, account bytea)
  returns int8 language plpgsql stable strict
  set max_parallel_workers_per_gather = 0 as $$
  declare
    mark standing_marks;
    since_mark int8;
  begin
    select * into mark from mark_of(name, ranking, place, account);
    execute format($query$
      select count(*) from standings
      where span = $1 and rounds >= %2$s
        and (%1$s, account) >= ($2, $3) and (%1$s, account) < ($4, $5)
    $query$, place_in(ranking), minimum_in(ranking)) into since_mark
    using name, coalesce(mark.place, '-infinity'), coalesce(mark.account, ''), place, account;
    return since_mark + (
      select coalesce(sum(m.players), 0) from standing_marks m
      where m.span = name and m.ranking = mark.ranking
        and (m.place, m.account) < (mark.place, mark.account));
  end $$`

/** Sets `own` and `own_place` of `ranked_standing` from what is kept and what has moved. */
export const FIND_OWN = sql`select name, who, sum(s.rounds), sum(s.won_rounds), sum(s.net_results), sum(s.total_position) into own
    from (
      select * from standings k where k.span = name and k.account = who
      union all select * from unnest(moved) m where m.account = who
    ) s having sum(s.rounds) > 0;
    select p.place into own_place from places_of(own) p where p.ranking = by;`

// `before` is null for an account below the minimum, and its sums for one without a decided bet.
const RANKED_STANDING = sql`
  create function ranked_standing(name text, since int8, by text, who bytea)
  returns table (players int8, before int8, ${SUMS}) language plpgsql stable as $$
  declare
    moved standings[] := array(select m from moved_since(name, since) m);
    own standings;
    own_place numeric;
  begin
    ${FIND_OWN}
    return query with changes as (
      select p.place, m.account, -1 as change
      from unnest(moved) m join standings k using (span, account), places_of(k) p where p.ranking = by
      union all
      select p.place, m.account, 1
      from unnest(moved) m left join standings k using (span, account),
        places_of(row(name, m.account, m.rounds + coalesce(k.rounds, 0),
          m.won_rounds + coalesce(k.won_rounds, 0), m.net_results + coalesce(k.net_results, 0),
          m.total_position + coalesce(k.total_position, 0))::standings) p
      where p.ranking = by
    )
    select
      (select coalesce(sum(k.players), 0) from standing_marks k where k.span = name and k.ranking = by)::int8
        + (select coalesce(sum(c.change), 0) from changes c),
      standings_before(name, by, own_place, who)
        + (select coalesce(sum(c.change), 0) from changes c where (c.place, c.account) < (own_place, who)),
      own.account, own.rounds, own.won_rounds, own.net_results, own.total_position;
  end $$`

/** Counts the accounts before any one of them without reading them, however many have played. */
export const standingMarksMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const functions = [PLACES_OF, PLACE_IN, MINIMUM_IN, MARK_OF, SPLIT_MARK, TIDY_MARKS, ...COUNTS]
    const queries = [LEADING_STANDINGS, STANDINGS_BEFORE, RANKED_STANDING]
    const tables = [...DROPS, ...INDEXES, MARKS, MARKS_TO_TIDY]
    for (const statement of [...tables, ...functions, ...FILL, ...TRIGGERS, ...queries]) {
      await statement.execute(db)
    }
  },
}
