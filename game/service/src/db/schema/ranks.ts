import { type RawBuilder, sql } from 'kysely'
import { SUMS } from './standings.ts'

/** A ranking orders accounts by their place, of equals by address. Numeric, as places of marks are. */
const PLACES = {
  net_results: '(-net_results)',
  win_percent: '(-((won_rounds * 20000 + rounds) / (nullif(rounds, 0) * 2))::numeric)',
  total_rounds: '(-rounds::numeric)',
  total_position: '(-total_position)',
}

const RANKINGS = Object.entries(PLACES).map(([ranking, place]) => ({
  ranking: sql.lit(ranking),
  index: sql.id(`standings_by_${ranking}`),
  place: sql.raw(place),
  placeText: sql.lit(place),
  // Rounds that an account needs. A market with few closed rounds ranks by fewer, and counts without marks.
  minimum: sql.lit(ranking === 'win_percent' ? 10 : 1),
}))

/** Standings of a mark are split when they are more, into half as many each. */
const FULL = sql.lit(2_000)
const HALF = sql.lit(1_000)

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
  end $$;`

const INDEXES = RANKINGS.map(
  ({ index, place, minimum }) => sql`
  create index ${index} on standings (span, ${place}, account) where rounds >= ${minimum};`,
)

/** The order of standings in each ranking. */
const ORDER = sql`
  ${sql.join(INDEXES, sql` `)}

  create function places_of(s standings) returns table (ranking text, place numeric) language sql immutable as $$
    select p.ranking, p.place
    from (select s.*) r, lateral (values ${sql.join(
      RANKINGS.map(({ ranking, place, minimum }) => sql`(${ranking}, ${place}, ${minimum})`),
    )}) p (ranking, place, minimum)
    where r.rounds >= p.minimum
  $$;

  create function place_in(ranking text) returns text language sql immutable as $$
    select case ranking ${sql.join(
      RANKINGS.map(({ ranking, placeText }) => sql`when ${ranking} then ${placeText}`),
      sql` `,
    )} end
  $$;

  create function minimum_in(ranking text) returns int8 language sql immutable as $$
    select case ranking ${sql.join(
      RANKINGS.map(({ ranking, minimum }) => sql`when ${ranking} then ${minimum}`),
      sql` `,
    )} end::int8
  $$;`

/** Marks along each ranking, so that the accounts before any one of them are counted without reading them. */
const MARKS = sql`
  -- Counts of the standings at a mark or between it and the next. Those before the first mark belong to it.
  create table standing_marks (
    span text,
    ranking text,
    place numeric,
    account bytea,
    players int8 not null,
    primary key (span, ranking, place, account)
  );
  create index standing_marks_to_tidy on standing_marks (span) where players = 0 or players > ${FULL};

  create function mark_of(span text, ranking text, place numeric, account bytea)
  returns setof standing_marks language sql stable as $$
    select * from standing_marks m
    where m.span = $1 and m.ranking = $2 and (m.place, m.account) <= ($3, $4)
    order by m.place desc, m.account desc limit 1
  $$;

  -- Places are expressions of indexes, so that they must be part of the statement.
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
  end $$;

  -- Before a statement, because marks and standings agree then: after an upsert, its inserts are counted first.
  create function tidy_marks() returns trigger language plpgsql as $$
  begin
    delete from standing_marks where players = 0;
    perform split_mark(m) from standing_marks m where players > ${FULL};
    return null;
  end $$;

  ${countChanges(sql`count_added_places`, ADDED)}
  ${countChanges(sql`count_moved_places`, sql`${ADDED} union all ${REMOVED}`)}
  ${countChanges(sql`count_removed_places`, REMOVED)}

  create function empty_marks() returns trigger language plpgsql as $$
  begin
    truncate standing_marks;
    return null;
  end $$;

  create trigger tidy_marks before insert or update or delete on standings
    for each statement execute function tidy_marks();
  create trigger count_added_places after insert on standings
    referencing new table as added for each statement execute function count_added_places();
  create trigger count_moved_places after update on standings
    referencing old table as removed new table as added
    for each statement execute function count_moved_places();
  create trigger count_removed_places after delete on standings
    referencing old table as removed for each statement execute function count_removed_places();
  create trigger empty_marks after truncate on standings
    for each statement execute function empty_marks();`

/** Reads of a ranking: kept standings, and accounts whose sums have changed since. */
const READS = sql`
  -- Rows of 'standings' whose sums have moved are replaced: as many more are read from the index.
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
  end $$;

  -- Ranges of two columns are overestimated: starting workers would take longer than the count.
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
  end $$;

  -- 'before' is null for an account below the minimum, and its sums for one without a decided bet. Places are
  -- expressions of indexes, so that they must be part of the statement.
  create function ranked_standing(name text, since int8, by text, who bytea)
  returns table (players int8, before int8, ${SUMS}) language plpgsql stable as $$
  declare
    moved standings[] := array(select m from moved_since(name, since) m);
    own standings;
    own_place numeric;
    added int8 := 0;
    added_before int8 := 0;
  begin
    select name, who, sum(s.rounds), sum(s.won_rounds), sum(s.net_results), sum(s.total_position) into own
    from (
      select * from standings k where k.span = name and k.account = who
      union all select * from unnest(moved) m where m.account = who
    ) s having sum(s.rounds) > 0;
    select p.place into own_place from places_of(own) p where p.ranking = by;
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
  end $$;`

/** Rankings of one market, read from an index however many accounts have played. */
export const RANKS = [ORDER, MARKS, READS]
