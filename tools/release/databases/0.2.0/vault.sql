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
create table accounts (
    id uuid primary key default gen_random_uuid(),
    created_at int8 not null
  );

  create table identities (
    provider text not null,
    subject text not null,
    account_id uuid not null references accounts,
    email text,
    name text,
    linked_at int8 not null default 0,
    primary key (provider, subject)
  );
  create index identities_of_account on identities (account_id);

  create table logins (
    device_id text primary key,
    account_id uuid not null references accounts,
    provider text not null,
    subject text not null,
    auth_time int8 not null
  );
create table otps (
    device_id text not null,
    email text not null,
    purpose text not null,
    salt bytea not null,
    code_hash bytea not null,
    wrong_hashes bytea[] not null default '{}',
    tries int not null default 0,
    corrections int not null default 0,
    expires_at int8 not null,
    -- Of a device that the mailbox has let in: its wrong tries are counted separately.
    is_owner boolean not null default false,
    primary key (device_id, email, purpose)
  );
  create index otps_by_end on otps (expires_at);

  create table email_updates (
    device_id text primary key,
    account_id uuid not null references accounts,
    old_email text,
    new_email text not null,
    is_old_confirmed boolean not null,
    expires_at int8 not null,
    wallet_id uuid,
    is_proven boolean not null default false
  );
  create index email_updates_by_end on email_updates (expires_at);

  create table email_claims (
    account_id uuid not null references accounts,
    email text not null,
    expires_at int8 not null,
    primary key (account_id, email)
  );
  create index email_claims_by_end on email_claims (expires_at);
create table oauth_logins (
    state text primary key,
    device_id text not null,
    provider text not null,
    code_challenge text not null,
    expires_at int8 not null,
    nonce_salt text not null
  );
  create index oauth_logins_by_end on oauth_logins (expires_at);

  create table farcaster_channels (
    device_id text primary key,
    id uuid not null unique,
    token text not null,
    salt text not null,
    message text,
    signature text,
    user_name text,
    expires_at int8 not null
  );
  create index farcaster_channels_by_end on farcaster_channels (expires_at);
-- Encrypted shares are with the passkeys while a wallet needs one: then only the hash of a proof is here.
  create table recovery_shares (
    wallet_id uuid primary key,
    account_id uuid not null references accounts,
    kek_id text,
    wrapped_key bytea,
    ciphertext bytea,
    created_at int8 not null,
    proof_hash bytea,
    check (num_nulls(kek_id, wrapped_key, ciphertext) in (0, 3)),
    check ((ciphertext is null) = (proof_hash is not null))
  );
  create index recovery_shares_of_account on recovery_shares (account_id);

  create table held_shares (
    wallet_id uuid primary key references recovery_shares,
    kek_id text not null,
    wrapped_key bytea not null,
    ciphertext bytea not null,
    held_at int8 not null
  );
  create index held_shares_by_time on held_shares (held_at);

  create table release_log (
    id int8 generated always as identity primary key,
    wallet_id uuid not null references recovery_shares,
    device_id text not null,
    ip text not null,
    at int8 not null
  );
  create index release_log_of_wallet on release_log (wallet_id, at desc);
-- A passkey that was removed can return, whatever another wallet stores meanwhile.
  create table passkeys (
    credential_id text not null,
    wallet_id uuid not null references recovery_shares,
    label text not null,
    salt bytea not null,
    encrypted_share bytea not null,
    created_at int8 not null,
    primary key (wallet_id, credential_id)
  );

  create table passkey_changes (
    id int8 generated always as identity primary key,
    wallet_id uuid not null references recovery_shares,
    kind text not null check (kind in ('added', 'required', 'removed', 'undone', 'email-undone')),
    was_required boolean not null,
    passkeys_before jsonb not null,
    email text,
    changed_at int8 not null,
    notified_at int8,
    undone_at int8,
    language text not null default 'en',
    emails text[],
    notified_emails text[],
    ip text,
    device text,
    app text
  );
  create index passkey_changes_of_wallet on passkey_changes (wallet_id);

  create table passkey_undo_links (
    token_hash bytea primary key,
    change_id int8 not null references passkey_changes on delete cascade
  );
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
