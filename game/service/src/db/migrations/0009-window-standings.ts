import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// `winnerOf` and `splitPot` of game/rules in SQL; a property test compares the two. A database
// holds one kind of market, so one half is always empty. Bullring: a strike is the lock of its round and
// the close of the one before; void strikes, ties and one-sided rounds decide nothing. PancakePredictionV2:
// the contract announces the division; a tie has no winner (0), and its bets are lost.
const DECIDED_ROUNDS = sql`
  create view decided_rounds as
  select l.epoch, case when c.price > l.price then 1 else 2 end as winner,
    (case when c.price > l.price then p.bull_amount else p.bear_amount end)::numeric as winning_amount,
    (p.bull_amount + p.bear_amount - div((p.bull_amount + p.bear_amount) * coalesce((
      select f.treasury_fee from fee_changes f
      where (f.block_number, f.log_index) < (p.first_block, p.first_log)
      order by f.block_number desc, f.log_index desc limit 1
    ), 0), 10000))::numeric as reward_amount
  from strikes l
  join strikes c on c.epoch = l.epoch + 1
  join pools p on p.epoch = l.epoch
  where c.price <> l.price and p.bull_amount > 0 and p.bear_amount > 0
  union all
  select e.epoch, case when e.price > l.price then 1 when e.price < l.price then 2 else 0 end,
    d.winning_amount::numeric, d.reward_amount::numeric
  from round_ends e
  join round_locks l on l.epoch = e.epoch
  join round_rewards d on d.epoch = e.epoch`

const DECIDED_BETS = sql`
  create view decided_bets as
  select b.account, b.epoch, b.amount, b.position = r.winner as is_win,
    case when b.position = r.winner
      then div(b.amount * r.reward_amount, r.winning_amount) else 0 end as payout
  from bets b join decided_rounds r on r.epoch = b.epoch`

// A strike decides its round or the one before, whichever of the two strikes comes later.
const EPOCHS_DECIDED = sql`
  create or replace function epochs_decided(after int8, up_to int8) returns int8[] language sql stable as $$
    with struck as (select epoch from strikes where block_number > after and block_number <= up_to)
    select array(
      select l.epoch
      from (select epoch from struck union select epoch - 1 from struck) e
      join strikes l on l.epoch = e.epoch
      join strikes c on c.epoch = e.epoch + 1
      where greatest(l.block_number, c.block_number) <= up_to
      union all
      select epoch from round_ends where block_number > after and block_number <= up_to)
  $$`

// Per window and account, the sums over the window's rounds that were decided in blocks that no reorg can
// undo: the oldest kept block and those before it. The window may start elsewhere than a query asks, and
// newer rounds are missing: `standings_since` adds and subtracts those few. A deeper reorg starts over.
const TABLES = [
  sql`drop table standings cascade`,
  sql`create table standings (
    span text not null,
    account bytea not null,
    rounds int8 not null,
    won_rounds int8 not null,
    net_results numeric not null,
    total_position numeric not null,
    primary key (span, account)
  )`,
  sql`create table standing_spans (span text primary key, from_epoch int8 not null)`,
]

/** Above every epoch: a window that holds no sums yet. */
const NEVER = sql.lit(Number.MAX_SAFE_INTEGER)

const SPANS = sql`insert into standing_spans values ('all', 0), ('week', ${NEVER}), ('day', ${NEVER})`

const SUMS = sql`account bytea, rounds int8, won_rounds int8, net_results numeric, total_position numeric`

const EPOCHS_FINAL = sql`
  create function epochs_final(from_epoch int8, before int8) returns int8[] language sql stable as $$
    with oldest as (select min(number) as number from blocks)
    select array(
      select l.epoch from oldest, strikes l join strikes c on c.epoch = l.epoch + 1
      where l.epoch >= from_epoch and l.epoch < before
        and greatest(l.block_number, c.block_number) <= oldest.number
      union all
      select e.epoch from oldest, round_ends e
      where e.epoch >= from_epoch and e.epoch < before and e.block_number <= oldest.number)
  $$`

// Like the view decided_bets, but computes each round's reward once, not for each bet. Dynamic SQL is
// planned at each call: a cached plan for empty tables would be slow after a backfill.
const STANDINGS_OF = sql`
  create function standings_of(epochs int8[]) returns table (${SUMS}) language plpgsql stable as $$
  begin
    if cardinality(epochs) = 0 then return; end if;
    return query execute $query$
      with r as materialized (select * from decided_rounds where epoch = any($1))
      select b.account, count(*), count(*) filter (where b.position = r.winner),
        sum(case when b.position = r.winner
          then div(b.amount * r.reward_amount, r.winning_amount) else 0 end - b.amount),
        sum(b.amount)
      from r join bets b on b.epoch = r.epoch group by b.account
    $query$ using epochs;
  end $$`

const ADD_TO_SPAN = sql`
  create function add_to_span(name text, epochs int8[]) returns void language sql as $$
    insert into standings as kept select name, * from standings_of(epochs)
    on conflict (span, account) do update set
      rounds = kept.rounds + excluded.rounds,
      won_rounds = kept.won_rounds + excluded.won_rounds,
      net_results = kept.net_results + excluded.net_results,
      total_position = kept.total_position + excluded.total_position
  $$`

const TAKE_FROM_SPAN = sql`
  create function take_from_span(name text, epochs int8[]) returns void language sql as $$
    update standings kept set
      rounds = kept.rounds - gone.rounds,
      won_rounds = kept.won_rounds - gone.won_rounds,
      net_results = kept.net_results - gone.net_results,
      total_position = kept.total_position - gone.total_position
    from standings_of(epochs) gone where kept.span = name and kept.account = gone.account;
    delete from standings where span = name and rounds = 0;
  $$`

const ADD_STANDINGS = sql`
  create or replace function add_standings(after int8, up_to int8) returns void language plpgsql as $$
  declare decided int8[] := epochs_decided(after, up_to);
  begin
    if cardinality(decided) = 0 then return; end if;
    perform add_to_span(s.span, array(select e from unnest(decided) e where e >= s.from_epoch))
      from standing_spans s;
  end $$`

const MOVE_SPAN = sql`
  create function move_span(name text, to_epoch int8) returns void language plpgsql as $$
  declare was int8 := (select from_epoch from standing_spans where span = name);
  begin
    if was = to_epoch then return; end if;
    perform add_to_span(name, epochs_final(to_epoch, was));
    perform take_from_span(name, epochs_final(was, to_epoch));
    update standing_spans set from_epoch = to_epoch where span = name;
  end $$`

const STANDINGS_SINCE = sql`
  create function standings_since(name text, since int8) returns table (${SUMS}) language plpgsql stable as $$
  declare
    was int8 := (select from_epoch from standing_spans where span = name);
    newer int8[] := array(
      select e from unnest(epochs_decided((select coalesce(min(number), -1) from blocks), ${NEVER})) e
      where e >= since);
  begin
    return query execute $query$
      with moved as materialized (
        select account, sum(rounds)::int8 as rounds, sum(won_rounds)::int8 as won_rounds,
          sum(net_results) as net_results, sum(total_position) as total_position
        from (
          select * from standings_of($2)
          union all
          select account, -rounds, -won_rounds, -net_results, -total_position from standings_of($3)
        ) parts group by account
      )
      select * from (
        select account, coalesce(k.rounds, 0) + coalesce(m.rounds, 0) as rounds,
          coalesce(k.won_rounds, 0) + coalesce(m.won_rounds, 0),
          coalesce(k.net_results, 0) + coalesce(m.net_results, 0),
          coalesce(k.total_position, 0) + coalesce(m.total_position, 0)
        from (select * from standings where span = $1) k full join moved m using (account)
      ) sums where rounds > 0
    $query$ using name, newer || epochs_final(since, was), epochs_final(was, since);
  end $$`

const EMPTY_STANDINGS = sql`
  create or replace function empty_standings() returns trigger language plpgsql as $$
  begin
    truncate standings;
    update standing_spans set from_epoch = ${NEVER} where span <> 'all';
    return null;
  end $$`

/** Keeps the sums behind the leaderboards of a day and a week too, for both kinds of market. */
export const windowStandingsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const views = [
      sql`drop view decided_bets, decided_rounds, pancake_decided_bets`,
      DECIDED_ROUNDS,
      DECIDED_BETS,
    ]
    const drops = [sql`drop function if exists standings_of(int8[])`]
    const functions = [
      EPOCHS_DECIDED,
      EPOCHS_FINAL,
      STANDINGS_OF,
      ADD_TO_SPAN,
      TAKE_FROM_SPAN,
      ADD_STANDINGS,
      MOVE_SPAN,
      STANDINGS_SINCE,
      EMPTY_STANDINGS,
    ]
    const statements = [...views, ...TABLES, ...drops, SPANS, ...functions]
    for (const statement of statements) await statement.execute(db)
    await sql`select add_standings(-1, (select min(number) from blocks))`.execute(db)
  },
}
