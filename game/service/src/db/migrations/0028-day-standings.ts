import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Above every epoch and block. */
const NEVER = sql.lit(Number.MAX_SAFE_INTEGER)

/** Rounds that a window of any length moves by in one step: a new window must not keep the writer for minutes. */
const MOST_MOVED = sql.lit(300)

/** Rounds added to the sums by one statement when they are filled. */
const CHUNK = sql.lit(1_000)

// Rounds of a `pancake-v2` market follow its events; its two terms are 0. Sums are kept once the terms are known.
const TERMS = sql`alter table market add column has_days boolean not null default false,
  add column dropped_before int8 not null default 0,
  add column genesis_timestamp int8 not null default 0, add column interval_seconds int8 not null default 0`

// Of rounds that no reorg can reach, by account and the UTC day in which they closed. `best` is the won round with the
// highest profit: profit, minus epoch, stake, payout.
const TABLES = [
  sql`create table day_standings (
    account bytea not null,
    day int4 not null,
    rounds int8 not null,
    won_rounds int8 not null,
    net_results numeric not null,
    total_position numeric not null,
    total_won numeric not null,
    best numeric[],
    primary key (account, day)
  )`,
  sql`create index day_standings_by_day on day_standings (day)`,
]

const DAY_OF = sql`
  create function day_of(round int8) returns int4 language sql stable as $$
    select (case when m.interval_seconds > 0
      then m.genesis_timestamp + (round + 1) * m.interval_seconds
      else (
        select l.locked_at + (
          select t.interval_seconds from timing_changes t
          where (t.block_number, t.log_index) < (s.block_number, s.log_index)
          order by t.block_number desc, t.log_index desc limit 1)
        from round_locks l join round_starts s using (epoch) where l.epoch = round)
      end / 86400)::int4
    from market m
  $$`

const PAYOUT = sql`
  case when b.position = r.winner then div(b.amount * r.reward_amount, r.winning_amount)
    when r.returned_amount > 0 then div(b.amount * r.returned_amount, r.losing_amount)
    else 0 end`

// Dynamic SQL is planned at each call: a cached plan for empty tables would be slow after a backfill.
const ADD_TO_DAYS = sql`
  create function add_to_days(epochs int8[]) returns void language plpgsql as $$
  begin
    if cardinality(epochs) = 0 or not coalesce((select has_days from market), false) then return; end if;
    execute $query$
      insert into day_standings as kept
      with r as materialized (
        select *, coalesce(day_of(epoch), 0) as day from decided_rounds where epoch = any($1)
      )
      select d.account, d.day, count(*), count(*) filter (where d.is_win), sum(d.profit), sum(d.amount),
        coalesce(sum(d.profit) filter (where d.is_win), 0),
        max(array[d.profit, -d.epoch, d.amount, d.profit + d.amount]) filter (where d.is_win)
      from (
        select b.account, r.day, b.epoch, b.amount, b.position = r.winner as is_win, ${PAYOUT} - b.amount as profit
        from r join bets b on b.epoch = r.epoch
      ) d group by d.account, d.day
      on conflict (account, day) do update set
        rounds = kept.rounds + excluded.rounds,
        won_rounds = kept.won_rounds + excluded.won_rounds,
        net_results = kept.net_results + excluded.net_results,
        total_position = kept.total_position + excluded.total_position,
        total_won = kept.total_won + excluded.total_won,
        best = greatest(kept.best, excluded.best)
    $query$ using epochs;
  end $$`

const ADD_STANDINGS = sql`
  create or replace function add_standings(after int8, up_to int8) returns void language plpgsql as $$
  declare decided int8[] := epochs_decided(after, up_to);
  begin
    if cardinality(decided) = 0 then return; end if;
    perform add_to_span(s.span, array(select e from unnest(decided) e where e >= s.from_epoch))
      from standing_spans s;
    perform add_to_days(decided);
  end $$`

// Only rounds whose bets are stored: this is called before any are dropped.
const KEEP_DAYS = sql`
  create function keep_days(genesis int8, seconds int8) returns void language plpgsql as $$
  declare
    final int8[];
    at int8;
  begin
    update market set has_days = true, genesis_timestamp = genesis, interval_seconds = seconds
      where (has_days, genesis_timestamp, interval_seconds) is distinct from (true, genesis, seconds);
    if not found then return; end if;
    -- Readers go on meanwhile, which a truncate would not let them.
    delete from day_standings;
    final := epochs_final(0, ${NEVER});
    for at in select generate_series(1, cardinality(final), ${CHUNK}) loop
      perform add_to_days(final[at : at + ${CHUNK} - 1]);
    end loop;
  end $$`

// Before the rounds decided above block 'base' are undone. Of the days they closed in, the other rounds are added again.
const UNDO_STANDINGS = sql`
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
  end $$`

const NEWER_EPOCHS = sql`
  create function newer_epochs() returns int8[] language sql stable as $$
    select epochs_decided((select coalesce(min(number), -1) from blocks), ${NEVER})
  $$`

const MOVE_SPAN = sql`
  create or replace function move_span(name text, to_epoch int8) returns void language plpgsql as $$
  declare
    kept int8 := (select from_epoch from standing_spans where span = name);
    was int8 := least(kept, (select coalesce(max(epoch), 0) + 1 from pools));
    target int8 := greatest(to_epoch, was - ${MOST_MOVED});
  begin
    if kept = target then return; end if;
    perform add_to_span(name, epochs_final(target, was));
    perform take_from_span(name, epochs_final(was, target));
    update standing_spans set from_epoch = target where span = name;
  end $$`

const MONTH = sql`insert into standing_spans values ('month', ${NEVER})`

// Without kept sums, every decided round is newer than they are.
const ACCOUNT_TOTALS = sql`
  create function account_totals(who bytea) returns table (
    won_rounds int8, lost_rounds int8, total_won numeric, total_lost numeric, total_position numeric, best numeric[]
  ) language plpgsql stable as $$
  declare
    is_kept bool := coalesce((select has_days from market), false);
    newer int8[] := case when is_kept then newer_epochs() else array(select epoch from decided_rounds) end;
  begin
    return query execute $query$
      select coalesce(sum(p.won), 0)::int8, coalesce(sum(p.rounds - p.won), 0)::int8,
        coalesce(sum(p.total_won), 0), coalesce(sum(p.total_won - p.net_results), 0),
        coalesce(sum(p.total_position), 0), max(p.best)
      from (
        select rounds, won_rounds as won, net_results, total_position, total_won, best
        from day_standings where account = $1 and $3
        union all
        select 1, is_win::int4, payout - amount, amount, case when is_win then payout - amount else 0 end,
          case when is_win then array[payout - amount, -epoch, amount, payout] end
        from decided_bets where account = $1 and epoch = any($2)
      ) p
    $query$ using who, newer, is_kept;
  end $$`

// What an account's bets that are no longer stored add to its sums.
const DROPPED_TOTALS = sql`
  create function dropped_totals(who bytea) returns table (rounds int8, net_results numeric)
  language plpgsql stable set search_path from current as $$
  begin
    if not exists (select from market where dropped_before > 0) then
      return query select 0::int8, 0::numeric;
      return;
    end if;
    return query execute $query$
      select t.won_rounds + t.lost_rounds - d.rounds, t.total_won - t.total_lost - d.net_results
      from account_totals($1) t, (
        select count(*) as rounds, coalesce(sum(payout - amount), 0) as net_results
        from decided_bets where account = $1
      ) d
    $query$ using who;
  end $$`

// Reads the tables of the schema it was created in, whichever market calls it.
const DAY_STANDINGS_SINCE = sql`
  create function day_standings_since(first_day int4) returns table (
    account bytea, rounds int8, won_rounds int8, net_results numeric, total_position numeric
  ) language plpgsql stable set search_path from current set work_mem = '64MB' as $$
  begin
    return query execute $query$
      select account, sum(rounds)::int8, sum(won_rounds)::int8, sum(net_results), sum(total_position)
      from (
        select account, rounds, won_rounds, net_results, total_position from day_standings where day >= $1
        union all
        select * from standings_of($2)
      ) parts group by account
    $query$ using first_day, array(select e from unnest(newer_epochs()) e where coalesce(day_of(e), 0) >= first_day);
  end $$`

// Where no kept window reaches any more, and all that was decided is in the sums. Late claims add a partition again.
const DROP_PARTITIONS = sql`
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
  end $$`

const EMPTY_STANDINGS = sql`
  create or replace function empty_standings() returns trigger language plpgsql as $$
  begin
    truncate standings, day_standings;
    update standing_spans set from_epoch = ${NEVER} where span <> 'all';
    return null;
  end $$`

/** Keeps sums by account and day, for leaderboards of any number of days and for bets that were dropped, and those of 30 days in the order of each leaderboard. */
export const dayStandingsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const functions = [
      DAY_OF,
      ADD_TO_DAYS,
      ADD_STANDINGS,
      KEEP_DAYS,
      UNDO_STANDINGS,
      NEWER_EPOCHS,
      ACCOUNT_TOTALS,
      DROPPED_TOTALS,
    ]
    const statements = [
      TERMS,
      ...TABLES,
      MONTH,
      MOVE_SPAN,
      ...functions,
      DAY_STANDINGS_SINCE,
      DROP_PARTITIONS,
      EMPTY_STANDINGS,
    ]
    for (const statement of statements) await statement.execute(db)
  },
}
