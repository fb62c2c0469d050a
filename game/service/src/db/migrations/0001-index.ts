import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const TABLES = [
  sql`create table market (
    is_only boolean primary key default true check (is_only),
    chain_id int8 not null,
    prediction bytea not null,
    genesis_hash bytea not null,
    start_block int8 not null
  )`,
  sql`create table blocks (
    number int8 primary key,
    hash bytea not null,
    timestamp int8 not null
  )`,
  sql`create table bets (
    account bytea not null,
    epoch int8 not null,
    position int2 not null,
    amount numeric(78) not null,
    tx_hash bytea not null,
    placed_at int8 not null,
    block_number int8 not null,
    log_index int4 not null,
    primary key (account, epoch)
  )`,
  sql`create table claims (
    account bytea not null,
    epoch int8 not null,
    amount numeric(78) not null,
    tx_hash bytea not null,
    block_number int8 not null,
    log_index int4 not null,
    primary key (account, epoch)
  )`,
  sql`create table strikes (
    epoch int8 primary key,
    price numeric(78),
    oracle_round_id numeric(78) not null,
    block_number int8 not null,
    log_index int4 not null
  )`,
  sql`create table fee_changes (
    block_number int8 not null,
    log_index int4 not null,
    treasury_fee int4 not null,
    primary key (block_number, log_index)
  )`,
  sql`create table oracle_rounds (
    round_id numeric(78) primary key,
    price numeric(78) not null,
    updated_at int8 not null,
    block_number int8 not null
  )`,
]

// The first serves a round's sums and first bet with an index-only scan; the others find the rows that a
// reorg undoes.
const INDEXES = [
  sql`create index bets_of_round on bets (epoch, block_number, log_index) include (position, amount)`,
  sql`create index bets_by_block on bets (block_number)`,
  sql`create index claims_by_block on claims (block_number)`,
  sql`create index strikes_by_block on strikes (block_number)`,
  sql`create index oracle_rounds_by_block on oracle_rounds (block_number)`,
]

export const indexMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [...TABLES, ...INDEXES]) await statement.execute(db)
  },
}
