import { CREATE_DEVICE_NONCES } from '@bullring/login-server/device/device-nonces'
import { CREATE_SHARED_LIMITS } from '@bullring/server/limits/limit-store'
import { CREATE_LIMIT_EVENTS } from '@bullring/server/limits/take-allowance'
import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const USERS = sql`
  create table users (
    id uuid primary key default gen_random_uuid(),
    created_at int8 not null
  );

  create table identities (
    provider text not null,
    subject text not null,
    user_id uuid not null references users,
    email text,
    name text,
    primary key (provider, subject)
  );
  create index identities_of_user on identities (user_id);

  create table sessions (
    token_hash bytea primary key,
    user_id uuid not null references users,
    device_id text not null,
    provider text not null,
    subject text not null,
    auth_time int8 not null,
    created_at int8 not null,
    expires_at int8 not null
  );
  create index sessions_of_user on sessions (user_id, device_id);
  create index sessions_by_end on sessions (expires_at);`

const DEVICES = sql`
  create table user_devices (
    user_id uuid not null references users,
    device_id text not null,
    label text not null,
    created_at int8 not null,
    last_seen_at int8 not null,
    revoked_at int8,
    primary key (user_id, device_id)
  );

  create table trusted_devices (
    email text not null,
    device_id text not null,
    approved_at int8 not null,
    primary key (email, device_id)
  );

  create table device_requests (
    token_hash bytea primary key,
    email text not null,
    device_id text not null,
    origin text not null,
    ip text not null,
    label text not null,
    state text not null check (state in ('pending', 'approved', 'rejected')),
    created_at int8 not null,
    expires_at int8 not null,
    -- Of a login for which no link was mailed: the page behind an earlier link takes it.
    code text
  );
  create index device_requests_of_email on device_requests (email, created_at desc);
  create index device_requests_of_ip on device_requests (ip, created_at desc);

  -- Links that remove a new device.
  create table device_links (
    token_hash bytea primary key,
    user_id uuid not null references users,
    device_id text not null,
    created_at int8 not null
  );
  create index device_links_by_time on device_links (created_at);`

const WALLETS = sql`
  create table wallets (
    id uuid primary key,
    user_id uuid not null unique references users,
    evm bytea not null unique,
    solana text not null,
    created_at int8 not null
  );

  create table auth_shares (
    wallet_id uuid not null references wallets,
    device_id text not null,
    kek_id text not null,
    wrapped_key bytea not null,
    ciphertext bytea not null,
    created_at int8 not null,
    primary key (wallet_id, device_id)
  );

  create table recovery_shares (
    wallet_id uuid primary key references wallets,
    kek_id text not null,
    wrapped_key bytea not null,
    ciphertext bytea not null
  );

  create table release_log (
    id int8 generated always as identity primary key,
    wallet_id uuid not null references wallets,
    device_id text not null,
    kind text not null check (kind in ('signature', 'recovery')),
    origin text not null,
    method text,
    digest text,
    at int8 not null
  );
  create index release_log_of_wallet on release_log (wallet_id, kind, at desc);`

const EMAIL_CHANGES = sql`
  create table email_changes (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users,
    device_id text not null,
    old_email text,
    new_email text not null,
    origin text not null,
    ip text not null,
    label text not null,
    state text not null check (state in ('pending', 'approved', 'rejected', 'applied', 'undone')),
    created_at int8 not null,
    expires_at int8 not null,
    applied_at int8,
    notified_at int8,
    undone_at int8,
    notice_email text,
    language text not null default 'en',
    notice_emails text[]
  );
  create index email_changes_of_user on email_changes (user_id, device_id);
  create index email_changes_of_old_email on email_changes (old_email) where state = 'applied';

  create table email_change_links (
    token_hash bytea primary key,
    change_id uuid not null references email_changes on delete cascade,
    kind text not null check (kind in ('approve', 'undo'))
  );`

/** Notifies all nodes of what was decided about a device, so that those that wait for it need not poll. */
const NOTIFICATIONS = sql`
  create function notify_device() returns trigger language plpgsql as $$
  begin
    perform pg_notify('custody_devices', new.device_id);
    return null;
  end
  $$;

  create trigger notify_device after insert or update on trusted_devices
    for each row execute function notify_device();
  create trigger notify_device after update of state on device_requests
    for each row execute function notify_device();
  create trigger notify_device after update of state on email_changes
    for each row execute function notify_device();`

const STATEMENTS = [
  ...CREATE_DEVICE_NONCES,
  ...[USERS, DEVICES, WALLETS, EMAIL_CHANGES, NOTIFICATIONS],
  ...CREATE_SHARED_LIMITS,
  ...CREATE_LIMIT_EVENTS,
]

/** Creates the tables of custody. */
export const schemaMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
