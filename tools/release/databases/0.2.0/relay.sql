create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
    insert into kysely_migration_lock values ('migration_lock', 0);
create sequence message_places cache 1;

  create table messages (
    place int8 not null default nextval('message_places'),
    topic bytea not null check (length(topic) = 32),
    id bytea not null check (length(id) = 32),
    publisher bytea not null,
    message text not null,
    attestation text not null,
    tag int8 not null,
    published_at int8 not null,
    expires_at int8 not null,
    primary key (topic, id)
  ) with (autovacuum_vacuum_scale_factor = 0.05);
  create index messages_by_expiry on messages (expires_at);

  create table acknowledgements (
    place int8 not null,
    client bytea not null,
    primary key (place, client)
  ) with (autovacuum_vacuum_scale_factor = 0.05);

  -- Updated with each message of an owner: free space keeps the updates within a page.
  create table stored_bytes (
    owner bytea not null,
    counted_until int8 not null,
    bytes int8 not null,
    primary key (owner, counted_until)
  ) with (fillfactor = 50, autovacuum_vacuum_scale_factor = 0.05);
  create index stored_bytes_by_time on stored_bytes (counted_until);
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
insert into kysely_migration values ('0001-schema', '1970-01-01T00:00:00.000Z');
