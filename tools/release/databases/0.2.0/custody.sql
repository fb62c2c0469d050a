create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
    insert into kysely_migration_lock values ('migration_lock', 0);
create table device_nonces (
    device_id text not null,
    nonce text not null,
    expires_at int8 not null,
    primary key (device_id, nonce)
  );
create index device_nonces_by_end on device_nonces (expires_at);
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
  create index sessions_by_end on sessions (expires_at);
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
  create index device_links_by_time on device_links (created_at);
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
  create index release_log_of_wallet on release_log (wallet_id, kind, at desc);
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
  );
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
    for each row execute function notify_device();
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
