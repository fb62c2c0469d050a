create table kysely_migration (name varchar(255) primary key, timestamp varchar(255) not null);
    create table kysely_migration_lock (id varchar(255) primary key, is_locked integer not null default 0);
    insert into kysely_migration_lock values ('migration_lock', 0);
create table operations (
    hash bytea primary key,
    sender bytea not null,
    nonce numeric not null,
    user_id text not null,
    operation text not null,
    state text not null check (state in ('accepted', 'sent', 'included', 'failed')),
    gas numeric not null,
    max_gas_price numeric not null,
    budgets text[] not null,
    budget_day int8 not null,
    reserved numeric not null,
    relayer_nonce int8 unique,
    transaction_hash bytea,
    is_success boolean,
    error text,
    created_at int8 not null,
    session bytea,
    check ((state = 'included') = (transaction_hash is not null and is_success is not null)),
    check (state <> 'sent' or relayer_nonce is not null)
  );
  -- Of two operations with one nonce, at most one can be paid. Each session has a sequence of nonces; so have an
  -- account's user operations, which are of no session.
  create unique index operations_by_nonce on operations (sender, coalesce(session, ''::bytea), nonce)
    where state <> 'failed';
  create index operations_open on operations (created_at) where state in ('accepted', 'sent');

  create table transactions (
    hash bytea primary key,
    operation_hash bytea not null references operations,
    relayer_nonce int8 not null,
    gas_price numeric not null,
    raw bytea not null,
    signed_at int8 not null,
    is_cancellation boolean not null default false
  );
  create index transactions_of_operation on transactions (operation_hash);

  create table budgets (
    scope text not null,
    key text not null,
    day int8 not null,
    spent numeric not null check (spent >= 0),
    primary key (scope, key, day)
  );
insert into kysely_migration values ('0001-schema', '1970-01-01T00:00:00.000Z');
