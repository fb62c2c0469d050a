import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

// A bullring contract announces each fee with the first epoch charged, so that it no longer depends on the
// first bet of a round. A PancakePredictionV2 contract charges the fee in force at the end: `epoch` is not
// used there. Hundredths; 0 for no limit.
const COLUMNS = [
  sql`drop view decided_bets, decided_rounds`,
  sql`alter table fee_changes add column epoch int8 not null default 0`,
  sql`alter table fee_changes alter column epoch drop default`,
  sql`alter table market add column max_payout_multiple int8 not null default 0`,
  sql`alter table pools drop column first_block, drop column first_log`,
]

const SUMS_OF_CHANGED = sql`
  select b.epoch, coalesce(sum(b.amount) filter (where b.position = 1), 0) as bull_amount,
    coalesce(sum(b.amount) filter (where b.position = 2), 0) as bear_amount
  from changed b group by b.epoch`

const ADD_TO_POOLS = sql`
  create or replace function add_to_pools() returns trigger language plpgsql as $$
  begin
    insert into pools as kept ${SUMS_OF_CHANGED}
    on conflict (epoch) do update set
      bull_amount = kept.bull_amount + excluded.bull_amount,
      bear_amount = kept.bear_amount + excluded.bear_amount;
    return null;
  end $$`

// Bets are deleted by reorgs only. A round without bets has no row: stakes are never 0.
const TAKE_FROM_POOLS = sql`
  create or replace function take_from_pools() returns trigger language plpgsql as $$
  begin
    update pools kept set bull_amount = kept.bull_amount - gone.bull_amount,
      bear_amount = kept.bear_amount - gone.bear_amount
      from (${SUMS_OF_CHANGED}) gone where kept.epoch = gone.epoch;
    delete from pools where bull_amount = 0 and bear_amount = 0
      and epoch in (select epoch from changed);
    return null;
  end $$`

// `winnerOf` and `splitPot` of game/rules in SQL; a property test compares the two. A database
// holds one kind of market, so one half is always empty. Bullring: a strike is the lock of its round and
// the close of the one before; void strikes, ties and one-sided rounds decide nothing. PancakePredictionV2:
// the contract announces the division; a tie has no winner (0), and its bets are lost.
const DECIDED_ROUNDS = sql`
  create view decided_rounds as
  select l.epoch, side.winner, side.winning_amount,
    side.winning_amount + stake.matched - least(
      div((side.winning_amount + stake.matched) * coalesce((
        select f.treasury_fee from fee_changes f where f.epoch <= l.epoch order by f.epoch desc limit 1
      ), 0), 10000), stake.matched) as reward_amount,
    side.losing_amount, side.losing_amount - stake.matched as returned_amount
  from strikes l
  join strikes c on c.epoch = l.epoch + 1
  join pools p on p.epoch = l.epoch
  left join market m on true
  cross join lateral (
    select case when c.price > l.price then 1 else 2 end as winner,
      (case when c.price > l.price then p.bull_amount else p.bear_amount end)::numeric as winning_amount,
      (case when c.price > l.price then p.bear_amount else p.bull_amount end)::numeric as losing_amount
  ) side
  cross join lateral (
    select case when coalesce(m.max_payout_multiple, 0) = 0 then side.losing_amount
      else least(side.losing_amount, div(side.winning_amount * (m.max_payout_multiple - 100), 100))
      end as matched
  ) stake
  where c.price <> l.price and p.bull_amount > 0 and p.bear_amount > 0
  union all
  select e.epoch, case when e.price > l.price then 1 when e.price < l.price then 2 else 0 end,
    d.winning_amount::numeric, d.reward_amount::numeric, 0::numeric, 0::numeric
  from round_ends e
  join round_locks l on l.epoch = e.epoch
  join round_rewards d on d.epoch = e.epoch`

const PAYOUT = sql`
  case when b.position = r.winner then div(b.amount * r.reward_amount, r.winning_amount)
    when r.returned_amount > 0 then div(b.amount * r.returned_amount, r.losing_amount)
    else 0 end`

const DECIDED_BETS = sql`
  create view decided_bets as
  select b.account, b.epoch, b.amount, b.position = r.winner as is_win, ${PAYOUT} as payout
  from bets b join decided_rounds r on r.epoch = b.epoch`

// Like the view decided_bets, but computes each round's division once, not for each bet. Dynamic SQL is
// planned at each call: a cached plan for empty tables would be slow after a backfill.
const STANDINGS_OF = sql`
  create or replace function standings_of(epochs int8[]) returns table (
    account bytea, rounds int8, won_rounds int8, net_results numeric, total_position numeric
  ) language plpgsql stable as $$
  begin
    if cardinality(epochs) = 0 then return; end if;
    return query execute $query$
      with r as materialized (select * from decided_rounds where epoch = any($1))
      select b.account, count(*), count(*) filter (where b.position = r.winner),
        sum(${PAYOUT} - b.amount), sum(b.amount)
      from r join bets b on b.epoch = r.epoch group by b.account
    $query$ using epochs;
  end $$`

/** Divides rounds by the contract's rules: matched stakes, a capped fee, and fees by their first epoch. */
export const payoutRulesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    const functions = [ADD_TO_POOLS, TAKE_FROM_POOLS, DECIDED_ROUNDS, DECIDED_BETS, STANDINGS_OF]
    for (const statement of [...COLUMNS, ...functions]) await statement.execute(db)
  },
}
