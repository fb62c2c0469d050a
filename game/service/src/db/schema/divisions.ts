import { sql } from 'kysely'

/** Above every epoch and block. */
export const NEVER = sql.lit(Number.MAX_SAFE_INTEGER)

const SUMS_OF_CHANGED = sql`
  select b.epoch, coalesce(sum(b.amount) filter (where b.position = 1), 0) as bull_amount,
    coalesce(sum(b.amount) filter (where b.position = 2), 0) as bear_amount
  from changed b group by b.epoch`

/** Sums of each round's bets. A bet costs the same whatever its round holds. */
export const POOLS = sql`
  create table pools (
    epoch int8 primary key,
    bull_amount numeric(78) not null,
    bear_amount numeric(78) not null
  );

  create function add_to_pools() returns trigger language plpgsql as $$
  begin
    insert into pools as kept ${SUMS_OF_CHANGED}
    on conflict (epoch) do update set
      bull_amount = kept.bull_amount + excluded.bull_amount,
      bear_amount = kept.bear_amount + excluded.bear_amount;
    return null;
  end $$;

  -- Bets are deleted by reorgs only. A round without bets has no row: stakes are never 0.
  create function take_from_pools() returns trigger language plpgsql as $$
  begin
    update pools kept set bull_amount = kept.bull_amount - gone.bull_amount,
      bear_amount = kept.bear_amount - gone.bear_amount
      from (${SUMS_OF_CHANGED}) gone where kept.epoch = gone.epoch;
    delete from pools where bull_amount = 0 and bear_amount = 0
      and epoch in (select epoch from changed);
    return null;
  end $$;

  create function empty_pools() returns trigger language plpgsql as $$
  begin
    delete from pools;
    return null;
  end $$;

  create trigger add_to_pools after insert on bets referencing new table as changed
    for each statement execute function add_to_pools();
  create trigger take_from_pools after delete on bets referencing old table as changed
    for each statement execute function take_from_pools();
  create trigger empty_pools after truncate on bets
    for each statement execute function empty_pools();`

/** Divisions of rounds, and the final ones, which no reorg can reach: those decided in the oldest kept block and before it. */
export const DIVISIONS = sql`
  -- 'winnerOf' and 'splitPot' of game/rules in SQL; a property test compares the two. A database holds one kind of
  -- market, so one half is always empty. Bullring: a strike is the lock of its round and the close of the one before;
  -- void strikes, ties and one-sided rounds decide nothing. PancakePredictionV2: the contract announces the division; a
  -- tie has no winner (0), and its bets are lost.
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
  join round_rewards d on d.epoch = e.epoch;

  -- A strike decides its round or the one before, whichever of the two strikes comes later.
  create function epochs_decided(after int8, up_to int8) returns int8[] language sql stable as $$
    with struck as (select epoch from strikes where block_number > after and block_number <= up_to)
    select array(
      select l.epoch
      from (select epoch from struck union select epoch - 1 from struck) e
      join strikes l on l.epoch = e.epoch
      join strikes c on c.epoch = e.epoch + 1
      where greatest(l.block_number, c.block_number) <= up_to
      union all
      select epoch from round_ends where block_number > after and block_number <= up_to)
  $$;

  create function epochs_final(from_epoch int8, before int8) returns int8[] language sql stable as $$
    with oldest as (select min(number) as number from blocks)
    select array(
      select l.epoch from oldest, strikes l join strikes c on c.epoch = l.epoch + 1
      where l.epoch >= from_epoch and l.epoch < before
        and greatest(l.block_number, c.block_number) <= oldest.number
      union all
      select e.epoch from oldest, round_ends e
      where e.epoch >= from_epoch and e.epoch < before and e.block_number <= oldest.number)
  $$;

  -- Decided rounds that a reorg can still reach. Functions with a search path read the tables of the schema they were
  -- created in, whichever market calls them. The planner runs this one for its estimates, too; most calls find nothing
  -- newer, and need no plan of what follows.
  create function newer_epochs() returns int8[] language plpgsql stable set search_path from current as $$
  declare first_block int8 := (select coalesce(min(number), -1) from blocks);
  begin
    if greatest((select max(block_number) from strikes), (select max(block_number) from round_ends)) > first_block then
      return epochs_decided(first_block, ${NEVER});
    end if;
    return '{}';
  end $$;

  -- The division of final rounds: the view would compute that of every round before it joins one bet.
  create table final_rounds (
    epoch int8 primary key,
    winner int4 not null,
    winning_amount numeric not null,
    reward_amount numeric not null,
    losing_amount numeric not null,
    returned_amount numeric not null
  );

  -- Dynamic SQL is planned at each call: a cached plan for empty tables would be slow after a backfill.
  create function keep_final_rounds(epochs int8[]) returns void language plpgsql as $$
  begin
    execute $query$
      insert into final_rounds
      select epoch, winner, winning_amount, reward_amount, losing_amount, returned_amount
      from decided_rounds where epoch = any($1)
      on conflict do nothing
    $query$ using epochs;
  end $$;`
