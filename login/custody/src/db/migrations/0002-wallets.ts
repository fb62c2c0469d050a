import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  sql`create table wallets (
    id uuid primary key,
    user_id uuid not null unique references users,
    evm bytea not null unique,
    solana text not null,
    created_at int8 not null
  )`,
  sql`create table auth_shares (
    wallet_id uuid not null references wallets,
    device_id text not null,
    kek_id text not null,
    wrapped_key bytea not null,
    ciphertext bytea not null,
    created_at int8 not null,
    primary key (wallet_id, device_id)
  )`,
  sql`create table recovery_shares (
    wallet_id uuid primary key references wallets,
    kek_id text not null,
    wrapped_key bytea not null,
    ciphertext bytea not null
  )`,
  sql`create table release_log (
    id int8 generated always as identity primary key,
    wallet_id uuid not null references wallets,
    device_id text not null,
    kind text not null check (kind in ('signature', 'recovery')),
    origin text not null,
    method text,
    digest text,
    at int8 not null
  )`,
  sql`create index release_log_of_wallet on release_log (wallet_id, kind, at desc)`,
]

export const walletsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
