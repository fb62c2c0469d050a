import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  sql`create table recovery_shares (
    wallet_id uuid primary key,
    account_id uuid not null references accounts,
    kek_id text not null,
    wrapped_key bytea not null,
    ciphertext bytea not null,
    created_at int8 not null
  )`,
  sql`create index recovery_shares_of_account on recovery_shares (account_id)`,
  sql`create table release_log (
    id int8 generated always as identity primary key,
    wallet_id uuid not null references recovery_shares,
    device_id text not null,
    ip text not null,
    at int8 not null
  )`,
  sql`create index release_log_of_wallet on release_log (wallet_id, at desc)`,
]

export const recoveryMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
