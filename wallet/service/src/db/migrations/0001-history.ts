import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  sql`create table history_chain (
    is_only boolean primary key default true check (is_only),
    chain_id int8 not null,
    genesis_hash bytea not null
  )`,
  sql`create table history_blocks (
    number int8 primary key,
    hash bytea not null,
    timestamp int8 not null
  )`,
  sql`create table history_transfers (
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
  )`,
  sql`create index history_transfers_sent
    on history_transfers (sender, block_number desc, tx_index desc)`,
  sql`create index history_transfers_received
    on history_transfers (recipient, block_number desc, tx_index desc)`,
]

export const historyMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
