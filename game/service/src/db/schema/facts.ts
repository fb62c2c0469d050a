import { sql } from 'kysely'

/** Rounds of a partition: 35 days of five minutes. */
const ROUNDS = sql.lit(10_000)

/** The market, its blocks, and what its contract and oracle have reported. */
export const FACTS = sql`
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
  create index oracle_rounds_by_time on oracle_rounds (updated_at, round_id) include (price);`

/** Epochs of each partition of bets and claims. An epoch without a partition cannot be stored. */
export const PARTITIONS = sql`
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
        parent, child, start, start + ${ROUNDS});
    end loop;
    insert into fact_partitions values (start, start + ${ROUNDS});
  end $$;

  create function keep_partitions(epochs int8[]) returns void language sql as $$
    select add_partition(start)
    from (select distinct e / ${ROUNDS} * ${ROUNDS} as start from unnest(epochs) e) missing
    where not exists (select from fact_partitions p where start >= p.from_epoch and start < p.to_epoch)
  $$;

  select keep_partitions(array[0, ${ROUNDS}]);`

/**
 * Events of a PancakePredictionV2 contract: its rounds are started, locked and ended by transactions, so that their times
 * are facts too.
 */
export const PANCAKE_FACTS = sql`
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
  );`
