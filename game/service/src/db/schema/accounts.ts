import { randomBytes } from 'node:crypto'
import { CREATE_SHARED_LIMITS } from '@bullring/server/limits/limit-store'
import { CREATE_LIMIT_EVENTS } from '@bullring/server/limits/take-allowance'
import { sql } from 'kysely'

/** Invitations. They do not come from the chain and reference no block, so that they survive reorgs and rebuilds. */
const REFERRALS = sql`
  create table refer_codes (
    account bytea primary key,
    refer_code text not null unique,
    created_at timestamptz not null default now()
  );

  create table referrals (
    account bytea primary key,
    refer_code text not null references refer_codes (refer_code),
    created_at timestamptz not null default now(),
    -- The account itself named its inviter; anyone could have sent the others.
    is_proven boolean not null default false
  );
  create index referrals_of_code on referrals (refer_code);

  -- The secret that invitation codes are computed with: referrals/computed-code.ts.
  create table refer_code_keys (
    is_only boolean primary key default true check (is_only),
    key bytea not null check (length(key) = 64)
  );`

/** The browsers that receive results, and which results each was sent. */
const PUSH = sql`
  create table push_subscriptions (
    endpoint_hash bytea not null,
    symbol text not null,
    endpoint text not null,
    p256dh bytea not null,
    auth bytea not null,
    account bytea not null,
    first_epoch int8 not null,
    renewed_at timestamptz not null default now(),
    -- From when on messages have failed. Null since the last delivery.
    failing_since timestamptz,
    -- The account itself has subscribed the browser.
    is_proven bool not null default false,
    primary key (endpoint_hash, symbol)
  );
  create index push_subscriptions_of_account on push_subscriptions (symbol, account, renewed_at);

  create table push_deliveries (
    endpoint_hash bytea not null,
    symbol text not null,
    epoch int8 not null,
    primary key (endpoint_hash, symbol, epoch),
    foreign key (endpoint_hash, symbol) references push_subscriptions on delete cascade
  );`

/** Tables of accounts and callers, which all markets share. */
export const accountTables = () => [
  REFERRALS,
  sql`insert into refer_code_keys (key) values (decode(${sql.lit(randomBytes(64).toString('hex'))}, 'hex'))`,
  PUSH,
  ...CREATE_SHARED_LIMITS,
  ...CREATE_LIMIT_EVENTS,
]
