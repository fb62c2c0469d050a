import { sql } from 'kysely'
import { PAYOUT } from './decided-bets.ts'
import { NEVER } from './divisions.ts'

/** Rounds that a window of any length moves by in one step: a new window must not keep the writer for minutes. */
const MOST_MOVED = sql.lit(300)

/** Columns of the sums of an account. */
export const SUMS = sql`account bytea, rounds int8, won_rounds int8, net_results numeric, total_position numeric`

/**
 * Per window and account, the sums over the window's final rounds. The window may start elsewhere than a query requests, and
 * newer rounds are missing: `moved_since` returns what to add and to subtract.
 */
export const STANDINGS = sql`
  create table standings (
    span text not null,
    account bytea not null,
    rounds int8 not null,
    won_rounds int8 not null,
    net_results numeric not null,
    total_position numeric not null,
    primary key (span, account)
  );

  create table standing_spans (span text primary key, from_epoch int8 not null);
  insert into standing_spans values ('all', 0), ('week', ${NEVER}), ('day', ${NEVER}), ('month', ${NEVER});

  -- Like the view decided_bets, but computes each round's division once, not for each bet. Dynamic SQL is planned at
  -- each call: a cached plan for empty tables would be slow after a backfill.
  create function standings_of(epochs int8[]) returns table (${SUMS}) language plpgsql stable as $$
  begin
    if cardinality(epochs) = 0 then return; end if;
    return query execute $query$
      with r as materialized (select * from decided_rounds where epoch = any($1))
      select b.account, count(*), count(*) filter (where b.position = r.winner),
        sum(${PAYOUT} - b.amount), sum(b.amount)
      from r join bets b on b.epoch = r.epoch group by b.account
    $query$ using epochs;
  end $$;

  create function add_to_span(name text, epochs int8[]) returns void language sql as $$
    insert into standings as kept select name, * from standings_of(epochs)
    on conflict (span, account) do update set
      rounds = kept.rounds + excluded.rounds,
      won_rounds = kept.won_rounds + excluded.won_rounds,
      net_results = kept.net_results + excluded.net_results,
      total_position = kept.total_position + excluded.total_position
  $$;

  create function take_from_span(name text, epochs int8[]) returns void language sql as $$
    update standings kept set
      rounds = kept.rounds - gone.rounds,
      won_rounds = kept.won_rounds - gone.won_rounds,
      net_results = kept.net_results - gone.net_results,
      total_position = kept.total_position - gone.total_position
    from standings_of(epochs) gone where kept.span = name and kept.account = gone.account;
    delete from standings where span = name and rounds = 0;
  $$;

  -- Moves the start of a window by a part at most. False where the next step has to move the rest.
  create function move_window(name text, to_epoch int8) returns boolean language plpgsql as $$
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
  end $$;

  -- Sums of the rounds that 'standings' lacks, less those of the rounds before the window. Mostly nothing has moved: then
  -- neither the rounds nor the sums need a plan.
  create function moved_since(name text, since int8) returns setof standings language plpgsql stable as $$
  declare
    was int8 := (select from_epoch from standing_spans where span = name);
    added int8[] := array(select e from unnest(newer_epochs()) e where e >= since);
    removed int8[] := '{}';
  begin
    if since < was then added := added || epochs_final(since, was); end if;
    if was < since then removed := epochs_final(was, since); end if;
    if cardinality(added) + cardinality(removed) = 0 then return; end if;
    return query execute $query$
      select $1, account, sum(rounds)::int8, sum(won_rounds)::int8, sum(net_results), sum(total_position)
      from (
        select * from standings_of($2)
        union all
        select account, -rounds, -won_rounds, -net_results, -total_position from standings_of($3)
      ) parts group by account
    $query$ using name, added, removed;
  end $$;

  -- The same for a statement over several markets.
  create function market_moved_since(name text, since int8) returns table (${SUMS})
  language plpgsql stable parallel safe set search_path from current as $$
  begin
    return query select m.account, m.rounds, m.won_rounds, m.net_results, m.total_position
      from moved_since(name, since) m;
  end $$;`

/** Steps when rounds become final, and when a reorg undoes final ones. */
export const FINAL_ROUNDS = sql`
  create function add_standings(after int8, up_to int8) returns void language plpgsql as $$
  declare decided int8[] := epochs_decided(after, up_to);
  begin
    if cardinality(decided) = 0 then return; end if;
    perform keep_final_rounds(decided);
    perform add_to_span(s.span, array(select e from unnest(decided) e where e >= s.from_epoch))
      from standing_spans s;
    perform add_to_days(decided);
  end $$;

  -- Undoing a reorg deletes the newest blocks: nothing to add then.
  create function keep_standings() returns trigger language plpgsql as $$
  declare
    oldest int8 := (select min(number) from blocks);
    oldest_before int8 := (select min(number) from removed);
  begin
    if oldest_before < oldest then perform add_standings(oldest_before, oldest); end if;
    return null;
  end $$;

  create trigger keep_standings after delete on blocks referencing old table as removed
    for each statement execute function keep_standings();

  -- Called before the rounds decided above block 'base' are undone. Of the days they closed in, the other rounds are
  -- added again.
  create function undo_standings(base int8) returns void language plpgsql as $$
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
  end $$;

  create function empty_standings() returns trigger language plpgsql as $$
  begin
    truncate standings, day_standings, final_rounds;
    update standing_spans set from_epoch = ${NEVER} where span <> 'all';
    return null;
  end $$;

  create trigger empty_standings after truncate on bets
    for each statement execute function empty_standings();

  -- Only where no kept window reaches any more, and all that was decided is in the sums. Late claims add a partition again.
  create function drop_partitions(before int8) returns int8 language plpgsql as $$
  declare
    part fact_partitions;
    bound int8 := (select least(before, min(s.from_epoch), (select min(e) from unnest(newer_epochs()) e))
      from standing_spans s where s.span <> 'all');
    dropped int8 := 0;
  begin
    if not coalesce((select has_days from market), false) then return 0; end if;
    for part in select * from fact_partitions where to_epoch <= bound loop
      execute format('drop table %I, %I', 'bets_from_' || part.from_epoch, 'claims_from_' || part.from_epoch);
      delete from fact_partitions where from_epoch = part.from_epoch;
      update market set dropped_before = greatest(dropped_before, part.to_epoch);
      dropped := dropped + 1;
    end loop;
    return dropped;
  end $$;`
