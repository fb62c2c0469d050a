create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
    insert into kysely_migration_lock values ('migration_lock', 0);
create table market (
    is_only boolean primary key default true check (is_only),
    chain_id int8 not null,
    prediction bytea not null,
    genesis_hash bytea not null,
    start_block int8 not null,
    kind text not null default 'bullring' check (kind in ('bullring', 'pancake-v2')),
    -- In hundredths; 0 for no limit.
    max_payout_multiple int8 not null default 0,
    -- Sums by day are kept, once the terms below are known. They are 0 for 'pancake-v2', whose rounds follow events.
    has_days boolean not null default false,
    -- Bets and claims of rounds before this one were dropped.
    dropped_before int8 not null default 0,
    genesis_timestamp int8 not null default 0,
    interval_seconds int8 not null default 0
  );

  -- State of the chain for processes without a node. Written by the leader of the index.
  create table index_state (
    is_only boolean primary key default true check (is_only),
    contract jsonb not null,
    chain_block int8,
    at_head_at timestamptz,
    audited_before int8
  );

  create table blocks (
    number int8 primary key,
    hash bytea not null,
    timestamp int8 not null
  );

  -- Locks out other writers and checks where the index ends with one round trip for each block. Two statements, because
  -- the second must see what the writer before has committed while the first waited.
  create function lock_index(head bytea) returns boolean language plpgsql as $$
  begin
    perform from market for update;
    return (select hash from blocks order by number desc limit 1) = head;
  end $$;

  create table bets (
    account bytea not null,
    epoch int8 not null,
    position int2 not null,
    amount numeric(78) not null,
    tx_hash bytea not null,
    placed_at int8 not null,
    block_number int8 not null,
    log_index int4 not null,
    primary key (account, epoch)
  ) partition by range (epoch);
  -- Serves a round's first bet and its sums without reading the table.
  create index bets_of_round on bets (epoch, block_number, log_index) include (position, amount);
  -- The indexes by block find the rows that a reorg undoes.
  create index bets_by_block on bets (block_number);

  create table claims (
    account bytea not null,
    epoch int8 not null,
    amount numeric(78) not null,
    tx_hash bytea not null,
    block_number int8 not null,
    log_index int4 not null,
    primary key (account, epoch)
  ) partition by range (epoch);
  create index claims_by_block on claims (block_number);

  -- A void strike has no price.
  create table strikes (
    epoch int8 primary key,
    price numeric(78),
    oracle_round_id numeric(78) not null,
    block_number int8 not null,
    log_index int4 not null
  );
  create index strikes_by_block on strikes (block_number);

  -- 'epoch' is the first round charged; a 'pancake-v2' market does not use it.
  create table fee_changes (
    block_number int8 not null,
    log_index int4 not null,
    treasury_fee int4 not null,
    epoch int8 not null,
    primary key (block_number, log_index)
  );

  create table oracle_rounds (
    round_id numeric(78) primary key,
    price numeric(78) not null,
    updated_at int8 not null,
    block_number int8 not null
  );
  create index oracle_rounds_by_block on oracle_rounds (block_number);
  create index oracle_rounds_by_time on oracle_rounds (updated_at, round_id) include (price);
create table fact_partitions (from_epoch int8 primary key, to_epoch int8 not null);

  -- A table that is attached locks out no reader, unlike one created as a partition.
  create function add_partition(start int8) returns void language plpgsql as $$
  declare
    parent text;
    child text;
  begin
    foreach parent in array array['bets', 'claims'] loop
      child := parent || '_from_' || start;
      execute format('create table %I (like %I including all)', child, parent);
      execute format('alter table %I attach partition %I for values from (%s) to (%s)',
        parent, child, start, start + 10000);
    end loop;
    insert into fact_partitions values (start, start + 10000);
  end $$;

  create function keep_partitions(epochs int8[]) returns void language sql as $$
    select add_partition(start)
    from (select distinct e / 10000 * 10000 as start from unnest(epochs) e) missing
    where not exists (select from fact_partitions p where start >= p.from_epoch and start < p.to_epoch)
  $$;

  select keep_partitions(array[0, 10000]);
create table round_starts (
    epoch int8 primary key,
    started_at int8 not null,
    block_number int8 not null,
    log_index int4 not null
  );
  create index round_starts_by_time on round_starts (started_at);
  create index round_starts_by_block on round_starts (block_number);

  create table round_locks (
    epoch int8 primary key,
    locked_at int8 not null,
    price numeric(78) not null,
    oracle_round_id numeric(78) not null,
    block_number int8 not null,
    log_index int4 not null
  );
  create index round_locks_by_block on round_locks (block_number);

  create table round_ends (
    epoch int8 primary key,
    price numeric(78) not null,
    oracle_round_id numeric(78) not null,
    block_number int8 not null,
    log_index int4 not null
  );
  create index round_ends_by_block on round_ends (block_number);

  create table round_rewards (
    epoch int8 primary key,
    winning_amount numeric(78) not null,
    reward_amount numeric(78) not null,
    treasury_amount numeric(78) not null,
    block_number int8 not null,
    log_index int4 not null
  );
  create index round_rewards_by_block on round_rewards (block_number);

  create table timing_changes (
    buffer_seconds int8 not null,
    interval_seconds int8 not null,
    block_number int8 not null,
    log_index int4 not null,
    primary key (block_number, log_index)
  );

  create table oracle_changes (
    oracle bytea not null,
    block_number int8 not null,
    log_index int4 not null,
    primary key (block_number, log_index)
  );
create table pools (
    epoch int8 primary key,
    bull_amount numeric(78) not null,
    bear_amount numeric(78) not null
  );

  create function add_to_pools() returns trigger language plpgsql as $$
  begin
    insert into pools as kept 
  select b.epoch, coalesce(sum(b.amount) filter (where b.position = 1), 0) as bull_amount,
    coalesce(sum(b.amount) filter (where b.position = 2), 0) as bear_amount
  from changed b group by b.epoch
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
      from (
  select b.epoch, coalesce(sum(b.amount) filter (where b.position = 1), 0) as bull_amount,
    coalesce(sum(b.amount) filter (where b.position = 2), 0) as bear_amount
  from changed b group by b.epoch) gone where kept.epoch = gone.epoch;
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
    for each statement execute function empty_pools();
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
      return epochs_decided(first_block, 9007199254740991);
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
  end $$;
create view final_bets as
  select 
  b.account, b.epoch, b.amount, b.position = r.winner as is_win, 
  case when b.position = r.winner then div(b.amount * r.reward_amount, r.winning_amount)
    when r.returned_amount > 0 then div(b.amount * r.returned_amount, r.losing_amount)
    else 0 end as payout, b.placed_at from bets b join final_rounds r on r.epoch = b.epoch;

  create view decided_bets as
  with newer as materialized (select * from decided_rounds where epoch = any(newer_epochs()))
  select * from final_bets
  union all
  select 
  b.account, b.epoch, b.amount, b.position = r.winner as is_win, 
  case when b.position = r.winner then div(b.amount * r.reward_amount, r.winning_amount)
    when r.returned_amount > 0 then div(b.amount * r.returned_amount, r.losing_amount)
    else 0 end as payout, b.placed_at from newer r join bets b on b.epoch = r.epoch;

  -- Results of an account in one market from a round on, as far as its bets are stored. Each statement is planned for
  -- the partitions that it reads.
  create function results_of(who bytea, since int8)
  returns table (epoch int8, placed_at int8, is_win boolean, profit numeric)
  language plpgsql stable set search_path from current as $$
  declare
    first_round int8 := greatest(since, (select dropped_before from market));
    newer int8[] := array(select e from unnest(newer_epochs()) e where e >= first_round);
  begin
    return query execute $query$
      select epoch, placed_at, is_win, payout - amount from final_bets where account = $1 and epoch >= $2
    $query$ using who, first_round;
    if cardinality(newer) > 0 then
      return query execute $query$
        select epoch, placed_at, is_win, payout - amount from (
          select 
  b.account, b.epoch, b.amount, b.position = r.winner as is_win, 
  case when b.position = r.winner then div(b.amount * r.reward_amount, r.winning_amount)
    when r.returned_amount > 0 then div(b.amount * r.returned_amount, r.losing_amount)
    else 0 end as payout, b.placed_at from bets b join decided_rounds r on r.epoch = b.epoch
          where b.account = $1 and b.epoch = any($2) and r.epoch = any($2)
        ) bets
      $query$ using who, newer;
    end if;
  end $$;
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
  insert into standing_spans values ('all', 0), ('week', 9007199254740991), ('day', 9007199254740991), ('month', 9007199254740991);

  -- Like the view decided_bets, but computes each round's division once, not for each bet. Dynamic SQL is planned at
  -- each call: a cached plan for empty tables would be slow after a backfill.
  create function standings_of(epochs int8[]) returns table (account bytea, rounds int8, won_rounds int8, net_results numeric, total_position numeric) language plpgsql stable as $$
  begin
    if cardinality(epochs) = 0 then return; end if;
    return query execute $query$
      with r as materialized (select * from decided_rounds where epoch = any($1))
      select b.account, count(*), count(*) filter (where b.position = r.winner),
        sum(
  case when b.position = r.winner then div(b.amount * r.reward_amount, r.winning_amount)
    when r.returned_amount > 0 then div(b.amount * r.returned_amount, r.losing_amount)
    else 0 end - b.amount), sum(b.amount)
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
    target int8 := greatest(to_epoch, was - 300);
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
  create function market_moved_since(name text, since int8) returns table (account bytea, rounds int8, won_rounds int8, net_results numeric, total_position numeric)
  language plpgsql stable parallel safe set search_path from current as $$
  begin
    return query select m.account, m.rounds, m.won_rounds, m.net_results, m.total_position
      from moved_since(name, since) m;
  end $$;
create index "standings_by_net_results" on standings (span, (-net_results), account) where rounds >= 1; 
  create index "standings_by_win_percent" on standings (span, (-((won_rounds * 20000 + rounds) / (nullif(rounds, 0) * 2))::numeric), account) where rounds >= 10; 
  create index "standings_by_total_rounds" on standings (span, (-rounds::numeric), account) where rounds >= 1; 
  create index "standings_by_total_position" on standings (span, (-total_position), account) where rounds >= 1;

  create function places_of(s standings) returns table (ranking text, place numeric) language sql immutable as $$
    select p.ranking, p.place
    from (select s.*) r, lateral (values ('net_results', (-net_results), 1), ('win_percent', (-((won_rounds * 20000 + rounds) / (nullif(rounds, 0) * 2))::numeric), 10), ('total_rounds', (-rounds::numeric), 1), ('total_position', (-total_position), 1)) p (ranking, place, minimum)
    where r.rounds >= p.minimum
  $$;

  create function place_in(ranking text) returns text language sql immutable as $$
    select case ranking when 'net_results' then '(-net_results)' when 'win_percent' then '(-((won_rounds * 20000 + rounds) / (nullif(rounds, 0) * 2))::numeric)' when 'total_rounds' then '(-rounds::numeric)' when 'total_position' then '(-total_position)' end
  $$;

  create function minimum_in(ranking text) returns int8 language sql immutable as $$
    select case ranking when 'net_results' then 1 when 'win_percent' then 10 when 'total_rounds' then 1 when 'total_position' then 1 end::int8
  $$;
-- Counts of the standings at a mark or between it and the next. Those before the first mark belong to it.
  create table standing_marks (
    span text,
    ranking text,
    place numeric,
    account bytea,
    players int8 not null,
    primary key (span, ranking, place, account)
  );
  create index standing_marks_to_tidy on standing_marks (span) where players = 0 or players > 2000;

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
        case before when 0 then $4 else account end, least(players - before, 1000)
      from members where before %% 1000 = 0
      on conflict (span, ranking, place, account) do update set players = excluded.players
    $query$, place_in(mark.ranking), minimum_in(mark.ranking))
    using mark.span, mark.ranking, mark.place, mark.account,
      coalesce(next.place, 'infinity'), coalesce(next.account, '');
  end $$;

  -- Before a statement, because marks and standings agree then: after an upsert, its inserts are counted first.
  create function tidy_marks() returns trigger language plpgsql as $$
  begin
    delete from standing_marks where players = 0;
    perform split_mark(m) from standing_marks m where players > 2000;
    return null;
  end $$;

  
  create function count_added_places() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
  begin
    if tg_op = 'DELETE' and not exists (select from standings) then
      delete from standing_marks;
      return null;
    end if;
    insert into standing_marks as kept
    select c.span, c.ranking, coalesce(m.place, '-infinity'), coalesce(m.account, ''), sum(c.change)
    from (select s.span, p.ranking, p.place, s.account, 1 as change from added s, places_of(s) p) c left join lateral mark_of(c.span, c.ranking, c.place, c.account) m on true
    group by 1, 2, 3, 4 having sum(c.change) <> 0
    on conflict (span, ranking, place, account) do update set players = kept.players + excluded.players;
    return null;
  end $$;
  
  create function count_moved_places() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
  begin
    if tg_op = 'DELETE' and not exists (select from standings) then
      delete from standing_marks;
      return null;
    end if;
    insert into standing_marks as kept
    select c.span, c.ranking, coalesce(m.place, '-infinity'), coalesce(m.account, ''), sum(c.change)
    from (select s.span, p.ranking, p.place, s.account, 1 as change from added s, places_of(s) p union all select s.span, p.ranking, p.place, s.account, -1 as change from removed s, places_of(s) p) c left join lateral mark_of(c.span, c.ranking, c.place, c.account) m on true
    group by 1, 2, 3, 4 having sum(c.change) <> 0
    on conflict (span, ranking, place, account) do update set players = kept.players + excluded.players;
    return null;
  end $$;
  
  create function count_removed_places() returns trigger language plpgsql
  set enable_seqscan = off set enable_bitmapscan = off as $$
  begin
    if tg_op = 'DELETE' and not exists (select from standings) then
      delete from standing_marks;
      return null;
    end if;
    insert into standing_marks as kept
    select c.span, c.ranking, coalesce(m.place, '-infinity'), coalesce(m.account, ''), sum(c.change)
    from (select s.span, p.ranking, p.place, s.account, -1 as change from removed s, places_of(s) p) c left join lateral mark_of(c.span, c.ranking, c.place, c.account) m on true
    group by 1, 2, 3, 4 having sum(c.change) <> 0
    on conflict (span, ranking, place, account) do update set players = kept.players + excluded.players;
    return null;
  end $$;

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
    for each statement execute function empty_marks();
-- Rows of 'standings' whose sums have moved are replaced: as many more are read from the index.
  create function leading_standings(name text, since int8, ranking text, minimum int8, how_many int8)
  returns table (account bytea, rounds int8, won_rounds int8, net_results numeric, total_position numeric) language plpgsql stable as $$
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
  returns table (players int8, before int8, account bytea, rounds int8, won_rounds int8, net_results numeric, total_position numeric) language plpgsql stable as $$
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
  end $$;
-- 'best' is the won round with the highest profit: profit, minus epoch, stake, payout.
  create table day_standings (
    account bytea not null,
    day int4 not null,
    rounds int8 not null,
    won_rounds int8 not null,
    net_results numeric not null,
    total_position numeric not null,
    total_won numeric not null,
    best numeric[],
    primary key (account, day)
  );
  create index day_standings_by_day on day_standings (day);

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
  $$;

  -- Dynamic SQL is planned at each call: a cached plan for empty tables would be slow after a backfill.
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
        select b.account, r.day, b.epoch, b.amount, b.position = r.winner as is_win, 
  case when b.position = r.winner then div(b.amount * r.reward_amount, r.winning_amount)
    when r.returned_amount > 0 then div(b.amount * r.returned_amount, r.losing_amount)
    else 0 end - b.amount as profit
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
  end $$;

  -- Fills the sums once the terms are known. Only rounds whose bets are stored: this is called before any are dropped.
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
    final := epochs_final(0, 9007199254740991);
    for at in select generate_series(1, cardinality(final), 1000) loop
      perform add_to_days(final[at : at + 1000 - 1]);
    end loop;
  end $$;
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
      select e from unnest(epochs_final(0, 9007199254740991)) e
      where coalesce(day_of(e), 0) = any(days) and not e = any(undone)));
    delete from final_rounds where epoch = any(undone);
  end $$;

  create function empty_standings() returns trigger language plpgsql as $$
  begin
    truncate standings, day_standings, final_rounds;
    update standing_spans set from_epoch = 9007199254740991 where span <> 'all';
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
  end $$;
-- Without the view of decided bets, which reads all final rounds for one account. Only parts that have rows are planned.
  create function account_sums(who bytea, after_day int4, since int8, before int8, newer int8[])
  returns table (
  won_rounds int8, lost_rounds int8, total_won numeric, total_lost numeric, total_position numeric, best numeric[]) language plpgsql stable as $$
  declare
    parts text := $part$
      select rounds, won_rounds as won, net_results, total_position, total_won, best
      from day_standings where account = $1 and day > $2 $part$;
  begin
    if since < before then parts := parts || $part$ union all 
  select 1, is_win::int4, payout - amount, amount, case when is_win then payout - amount else 0 end,
    case when is_win then array[payout - amount, -epoch, amount, payout] end from (
      select 
  b.account, b.epoch, b.amount, b.position = r.winner as is_win, 
  case when b.position = r.winner then div(b.amount * r.reward_amount, r.winning_amount)
    when r.returned_amount > 0 then div(b.amount * r.returned_amount, r.losing_amount)
    else 0 end as payout, b.placed_at from bets b join final_rounds r on r.epoch = b.epoch
      where b.account = $1 and b.epoch >= $3 and b.epoch < $4 and r.epoch >= $3 and r.epoch < $4) f $part$;
    end if;
    if cardinality(newer) > 0 then parts := parts || $part$ union all 
  select 1, is_win::int4, payout - amount, amount, case when is_win then payout - amount else 0 end,
    case when is_win then array[payout - amount, -epoch, amount, payout] end from (
      select 
  b.account, b.epoch, b.amount, b.position = r.winner as is_win, 
  case when b.position = r.winner then div(b.amount * r.reward_amount, r.winning_amount)
    when r.returned_amount > 0 then div(b.amount * r.returned_amount, r.losing_amount)
    else 0 end as payout, b.placed_at from bets b join decided_rounds r on r.epoch = b.epoch
      where b.account = $1 and b.epoch >= $3 and b.epoch = any($5) and r.epoch = any($5)) n $part$;
    end if;
    return query execute $query$
      select coalesce(sum(p.won), 0)::int8, coalesce(sum(p.rounds - p.won), 0)::int8,
        coalesce(sum(p.total_won), 0), coalesce(sum(p.total_won - p.net_results), 0),
        coalesce(sum(p.total_position), 0), max(p.best)
      from ($query$ || parts || $query$) p $query$ using who, after_day, since, before, newer;
  end $$;

  -- Without kept sums, every bet is added up.
  create function account_totals(who bytea) returns table (
  won_rounds int8, lost_rounds int8, total_won numeric, total_lost numeric, total_position numeric, best numeric[]) language plpgsql stable as $$
  declare is_kept bool := coalesce((select has_days from market), false);
  begin
    return query select * from account_sums(who, case when is_kept then -1 end, 0,
      case when is_kept then 0 else 9007199254740991 end, newer_epochs());
  end $$;

  -- Days after that of the first round are whole. Of that day, and of what is not final, bets are added up. Rounds of a
  -- 'pancake-v2' market follow its events: their days cannot be computed from their numbers.
  create function account_totals_since(who bytea, since int8) returns table (
  won_rounds int8, lost_rounds int8, total_won numeric, total_lost numeric, total_position numeric, best numeric[]) language plpgsql stable as $$
  declare
    m market;
    first_day int4;
    next_day int8;
  begin
    select * into m from market;
    if m.has_days and m.interval_seconds > 0 then
      first_day := (m.genesis_timestamp + (since + 1) * m.interval_seconds) / 86400;
      next_day := ceil(((first_day + 1) * 86400::int8 - m.genesis_timestamp)::numeric / m.interval_seconds) - 1;
    end if;
    return query select * from account_sums(who, first_day, since, coalesce(next_day, 9007199254740991), newer_epochs());
  end $$;

  -- The part of an account's sums whose bets are no longer stored.
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
  end $$;
-- Names the journal, of which all replicas have copies.
  create table journal (id uuid primary key default gen_random_uuid());
  insert into journal default values;

  -- Recent changes of the index in commit order: writers hold the lock on 'market'. Filled by triggers, so that each
  -- change and its notification share the writer's transaction. 'start': a round became the newest; 'round': a round
  -- was locked or ended. Addresses do not compress.
  create table changes (
    id int8 generated always as identity primary key,
    kind text not null check (kind in ('block', 'bet', 'claim', 'strike', 'price', 'reset', 'start', 'round')),
    epoch int8,
    account bytea,
    oracle_round_id numeric(78),
    timestamp int8,
    accounts bytea
  );
  alter table changes alter column accounts set storage external;
  -- A position always names a change.
  insert into changes (kind) values ('reset');
create function note_rows() returns trigger language plpgsql as $$
  declare how_many int8 := (select count(*) from changed);
  begin
    if how_many = 0 then return null; end if;
    if how_many > 1000
      and (select max(block_number) - min(block_number) from changed) >= 64
    then
      insert into changes (kind) values ('reset');
    elsif tg_argv[0] = 'strike' then
      insert into changes (kind, epoch) select 'strike', epoch from changed;
    elsif tg_argv[0] = 'price' then
      insert into changes (kind, oracle_round_id) select 'price', round_id from changed order by 2;
    elsif how_many <= 20 then
      insert into changes (kind, epoch, account) select tg_argv[0], epoch, account from changed;
    elsif how_many <= 20000 then
      insert into changes (kind, epoch, account, accounts)
        select tg_argv[0], epoch, substr(accounts, 1, 20), accounts
        from (select epoch, string_agg(account, '') as accounts from changed group by epoch) c order by epoch;
    elsif tg_op = 'DELETE' then
      insert into changes (kind) values ('reset');
    else
      insert into changes (kind, epoch) select distinct 'round', epoch from changed order by 2;
    end if;
    perform pg_notify('bullring_positions', tg_table_schema || ' ' || (select max(id) from changes));
    return null;
  end $$;

  create function note_rounds() returns trigger language plpgsql as $$
  declare how_many int8 := (select count(*) from changed);
  begin
    if how_many = 0 then return null; end if;
    if how_many > 1000 then
      insert into changes (kind) values ('reset');
    else
      insert into changes (kind, epoch) select tg_argv[0], epoch from changed order by 2;
    end if;
    perform pg_notify('bullring_positions', tg_table_schema || ' ' || (select max(id) from changes));
    return null;
  end $$;

  create function note_reset() returns trigger language plpgsql as $$
  begin
    insert into changes (kind) values ('reset');
    perform pg_notify('bullring_positions', tg_table_schema || ' ' || (select max(id) from changes));
    return null;
  end $$;

  -- Leaves a random gap before the positions of each block. A restored database that has lost changes would give their
  -- positions to others, and readers that resume there would miss what came before. Old changes are deleted through the
  -- index: the bound is unknown to the planner, which would rather read the whole journal, and with it the pages of
  -- deleted changes that are not vacuumed yet.
  create function note_blocks() returns trigger language plpgsql set enable_seqscan = off as $$
  declare numbers text := pg_get_serial_sequence('changes', 'id');
  begin
    perform setval(numbers, nextval(numbers) + floor(random() * 131072)::int8);
    insert into changes (kind, timestamp)
      select 'block', timestamp from blocks order by number desc limit 1;
    delete from changes where id <= (select max(id) from changes) - 536870912;
    perform pg_notify('bullring_positions', tg_table_schema || ' ' || (select max(id) from changes));
    return null;
  end $$;
create trigger note_insert after insert on "bets" referencing new table as changed
    for each statement execute function "note_rows"('bet');
  create trigger note_delete after delete on "bets" referencing old table as changed
    for each statement execute function "note_rows"('bet');
  
  create trigger note_insert after insert on "claims" referencing new table as changed
    for each statement execute function "note_rows"('claim');
  create trigger note_delete after delete on "claims" referencing old table as changed
    for each statement execute function "note_rows"('claim');
  
  create trigger note_insert after insert on "strikes" referencing new table as changed
    for each statement execute function "note_rows"('strike');
  create trigger note_delete after delete on "strikes" referencing old table as changed
    for each statement execute function "note_rows"('strike');
  
  create trigger note_insert after insert on "round_starts" referencing new table as changed
    for each statement execute function "note_rounds"('start');
  create trigger note_delete after delete on "round_starts" referencing old table as changed
    for each statement execute function "note_rounds"('start');
  
  create trigger note_insert after insert on "round_locks" referencing new table as changed
    for each statement execute function "note_rounds"('round');
  create trigger note_delete after delete on "round_locks" referencing old table as changed
    for each statement execute function "note_rounds"('round');
  
  create trigger note_insert after insert on "round_ends" referencing new table as changed
    for each statement execute function "note_rounds"('round');
  create trigger note_delete after delete on "round_ends" referencing old table as changed
    for each statement execute function "note_rounds"('round');
  create trigger note_insert after insert on oracle_rounds referencing new table as changed
    for each statement execute function note_rows('price');
  create trigger note_row_delete after delete on oracle_rounds
    for each row execute function note_reset();
  create trigger note_row after insert or delete on fee_changes
    for each row execute function note_reset();
  create trigger note_row after insert or delete on timing_changes
    for each row execute function note_reset();
  create trigger note_row after insert or delete on oracle_changes
    for each row execute function note_reset();
  create trigger note_truncate after truncate on bets
    for each statement execute function note_reset();
  create trigger note_blocks after insert or delete on blocks
    for each statement execute function note_blocks();
create table refer_codes (
    account bytea primary key,
    refer_code text not null unique,
    created_at timestamptz not null default now()
  );

  create table referrals (
    account bytea primary key,
    refer_code text not null references refer_codes (refer_code),
    created_at timestamptz not null default now(),
    -- The account itself named its inviter; anyone could have sent the others.
    is_proven boolean not null default false
  );
  create index referrals_of_code on referrals (refer_code);

  -- The secret that invitation codes are computed with: referrals/computed-code.ts.
  create table refer_code_keys (
    is_only boolean primary key default true check (is_only),
    key bytea not null check (length(key) = 64)
  );
insert into refer_code_keys (key) values (decode('c866fcdc80043a3ffb62f4c806dc2f77573fccb40eb71ece6afc59c642e4c6c1c3309cef8a51b8dbb6a4f84a459cc5f1124542ecf6a9f0d3cd84b30862719cc6', 'hex'));
create table push_subscriptions (
    endpoint_hash bytea not null,
    symbol text not null,
    endpoint text not null,
    p256dh bytea not null,
    auth bytea not null,
    account bytea not null,
    first_epoch int8 not null,
    renewed_at timestamptz not null default now(),
    -- From when on messages have failed. Null since the last delivery.
    failing_since timestamptz,
    -- The account itself has subscribed the browser.
    is_proven bool not null default false,
    primary key (endpoint_hash, symbol)
  );
  create index push_subscriptions_of_account on push_subscriptions (symbol, account, renewed_at);

  create table push_deliveries (
    endpoint_hash bytea not null,
    symbol text not null,
    epoch int8 not null,
    primary key (endpoint_hash, symbol, epoch),
    foreign key (endpoint_hash, symbol) references push_subscriptions on delete cascade
  );
create table limit_keys (
    is_only boolean primary key default true check (is_only),
    key bytea not null
  );
insert into limit_keys (key)
    values (uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()));
create unlogged table limit_nodes (node uuid primary key, seen_at timestamptz not null);
create unlogged table limit_buckets (
    caller bytea primary key,
    per_minute float8 not null,
    tokens float8 not null,
    at timestamptz not null
  ) with (fillfactor = 50);
create unlogged table limit_holds (
    node uuid not null,
    caller bytea not null,
    held int4 not null,
    primary key (caller, node)
  ) with (fillfactor = 50);
create table limit_events (
    id int8 generated always as identity primary key,
    kind text not null,
    key text not null,
    at int8 not null
  );
create index limit_events_by_key on limit_events (kind, key, at desc);
create index limit_events_by_time on limit_events (at);
insert into kysely_migration values ('0001-schema', '1970-01-01T00:00:00.000Z');
