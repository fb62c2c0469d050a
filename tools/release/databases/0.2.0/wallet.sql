create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
    insert into kysely_migration_lock values ('migration_lock', 0);
create table history_chain (
    is_only boolean primary key default true check (is_only),
    chain_id int8 not null,
    genesis_hash bytea not null
  );

  create table history_blocks (
    number int8 primary key,
    hash bytea not null,
    timestamp int8 not null
  );

  create table history_transfers (
    block_number int8 not null,
    tx_index int4 not null,
    log_index int4 not null,
    tx_hash bytea not null,
    tx_from bytea not null,
    tx_to bytea,
    nonce int8 not null,
    is_confirmed boolean not null,
    mined_at int8 not null,
    token bytea,
    sender bytea not null,
    recipient bytea not null,
    amount numeric(78) not null,
    primary key (block_number, tx_index, log_index)
  );
  create index history_transfers_sent on history_transfers (sender, block_number desc, tx_index desc);
  create index history_transfers_received on history_transfers (recipient, block_number desc, tx_index desc);

  create table nft_transfers (
    block_number int8 not null,
    log_index int4 not null,
    item_index int4 not null,
    standard text not null check (standard in ('ERC721', 'ERC1155')),
    contract bytea not null,
    token_id numeric(78) not null,
    sender bytea not null,
    recipient bytea not null,
    amount numeric(78) not null,
    tx_index int4,
    tx_hash bytea,
    tx_from bytea,
    tx_to bytea,
    nonce int8,
    mined_at int8,
    primary key (block_number, log_index, item_index)
  );
  create index nft_transfers_sent on nft_transfers (sender);
  create index nft_transfers_received on nft_transfers (recipient);
create table session_events (
    block_number int8 not null,
    log_index int4 not null,
    account bytea not null,
    session bytea not null,
    limits bytea,
    mined_at int8 not null,
    primary key (block_number, log_index)
  );
  create index session_events_by_account on session_events (account, block_number desc, log_index desc);

  create table session_log (
    is_only boolean primary key default true check (is_only),
    read_to int8 not null,
    hash bytea not null
  );
create table siwx_nonces (
    nonce_hash bytea primary key,
    expires_at int8 not null
  );
  create index siwx_nonces_by_end on siwx_nonces (expires_at);

  create table siwx_sessions (
    id text primary key,
    secret_hash bytea not null,
    address bytea not null,
    chain_id int8 not null,
    domain text not null,
    issued_at int8 not null,
    expires_at int8 not null,
    metadata jsonb not null default '{}'
  );
  create index siwx_sessions_by_end on siwx_sessions (expires_at);
-- The unique columns decide between concurrent registrations.
  create table names (
    label text primary key,
    skeleton text not null unique,
    address bytea not null unique,
    coin_type int8 not null,
    is_key boolean not null,
    avatar text,
    bio text,
    registered_at int8 not null,
    updated_at int8 not null,
    signed_at int8 not null
  );
create table onramp_purchases (
    id uuid primary key,
    provider text not null,
    account bytea not null,
    chain_id int8 not null,
    fiat_amount text,
    coin_amount text,
    status text not null check (status in ('open', 'pending', 'success', 'failed')),
    is_paid boolean not null default false,
    payout bytea,
    tx_hash bytea,
    created_at int8 not null,
    updated_at int8 not null
  );
  create index onramp_purchases_of_account on onramp_purchases (account, created_at desc) where status <> 'open';
  create index onramp_purchases_to_pay_out on onramp_purchases (created_at) where status = 'pending' and is_paid;
  create index onramp_purchases_open on onramp_purchases (created_at) where status = 'open';
create table event_counts (
    day date not null,
    event text not null,
    count int8 not null,
    primary key (day, event)
  );

  create table secrets (name text primary key, value bytea not null);
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
