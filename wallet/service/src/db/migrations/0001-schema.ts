import { CREATE_SHARED_LIMITS } from '@bullring/server/limits/limit-store'
import { CREATE_LIMIT_EVENTS } from '@bullring/server/limits/take-allowance'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The index of transfers, behind the history and the lists of NFTs. */
const HISTORY = sql`
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
  create index nft_transfers_received on nft_transfers (recipient);`

/** Logs of smart accounts about their sessions, and the block up to which they were read. */
const SESSION_EVENTS = sql`
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
  );`

const SIGN_IN = sql`
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
  create index siwx_sessions_by_end on siwx_sessions (expires_at);`

const NAMES = sql`
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
  );`

const ONRAMP = sql`
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
  create index onramp_purchases_open on onramp_purchases (created_at) where status = 'open';`

const OTHERS = sql`
  create table event_counts (
    day date not null,
    event text not null,
    count int8 not null,
    primary key (day, event)
  );

  create table secrets (name text primary key, value bytea not null);`

const STATEMENTS = [
  ...[HISTORY, SESSION_EVENTS, SIGN_IN, NAMES, ONRAMP, OTHERS],
  ...CREATE_SHARED_LIMITS,
  ...CREATE_LIMIT_EVENTS,
]

/** Creates the tables of the wallet service. */
export const schemaMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
