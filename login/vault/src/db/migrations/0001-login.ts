import { CREATE_DEVICE_NONCES } from '@bullring/login-server/device/device-nonces'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  ...CREATE_DEVICE_NONCES,
  sql`create table accounts (
    id uuid primary key default gen_random_uuid(),
    created_at int8 not null
  )`,
  sql`create table identities (
    provider text not null,
    subject text not null,
    account_id uuid not null references accounts,
    email text,
    name text,
    primary key (provider, subject)
  )`,
  sql`create index identities_of_account on identities (account_id)`,
  sql`create table logins (
    device_id text primary key,
    account_id uuid not null references accounts,
    provider text not null,
    subject text not null,
    auth_time int8 not null
  )`,
  sql`create table otps (
    device_id text not null,
    email text not null,
    purpose text not null,
    salt bytea not null,
    code_hash bytea not null,
    wrong_hashes bytea[] not null default '{}',
    tries int not null default 0,
    corrections int not null default 0,
    expires_at int8 not null,
    primary key (device_id, email, purpose)
  )`,
  sql`create index otps_by_end on otps (expires_at)`,
  sql`create table limit_events (
    id int8 generated always as identity primary key,
    kind text not null,
    key text not null,
    at int8 not null
  )`,
  sql`create index limit_events_by_key on limit_events (kind, key, at desc)`,
  sql`create index limit_events_by_time on limit_events (at)`,
]

export const loginMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
