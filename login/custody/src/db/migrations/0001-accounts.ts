import { CREATE_DEVICE_NONCES } from '@bullring/login-server/device/device-nonces'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  ...CREATE_DEVICE_NONCES,
  sql`create table users (
    id uuid primary key default gen_random_uuid(),
    created_at int8 not null
  )`,
  sql`create table identities (
    provider text not null,
    subject text not null,
    user_id uuid not null references users,
    email text,
    name text,
    primary key (provider, subject)
  )`,
  sql`create index identities_of_user on identities (user_id)`,
  sql`create table user_devices (
    user_id uuid not null references users,
    device_id text not null,
    label text not null,
    created_at int8 not null,
    last_seen_at int8 not null,
    revoked_at int8,
    primary key (user_id, device_id)
  )`,
  sql`create table trusted_devices (
    email text not null,
    device_id text not null,
    approved_at int8 not null,
    primary key (email, device_id)
  )`,
  sql`create table device_requests (
    token_hash bytea primary key,
    email text not null,
    device_id text not null,
    origin text not null,
    ip text not null,
    label text not null,
    state text not null check (state in ('pending', 'approved', 'rejected')),
    created_at int8 not null,
    expires_at int8 not null
  )`,
  sql`create index device_requests_of_email on device_requests (email, created_at desc)`,
  sql`create index device_requests_of_ip on device_requests (ip, created_at desc)`,
  sql`create table sessions (
    token_hash bytea primary key,
    user_id uuid not null references users,
    device_id text not null,
    provider text not null,
    subject text not null,
    auth_time int8 not null,
    created_at int8 not null,
    expires_at int8 not null
  )`,
  sql`create index sessions_of_user on sessions (user_id, device_id)`,
  sql`create index sessions_by_end on sessions (expires_at)`,
]

export const accountsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
