import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the browsers that receive results, and which results each was sent. Not derived from the chain. */
export const pushSubscriptionsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table push_subscriptions (
      endpoint_hash bytea not null,
      symbol text not null,
      endpoint text not null,
      p256dh bytea not null,
      auth bytea not null,
      account bytea not null,
      first_epoch int8 not null,
      renewed_at timestamptz not null default now(),
      primary key (endpoint_hash, symbol)
    )`.execute(db)
    await sql`create index push_subscriptions_of_account
      on push_subscriptions (symbol, account, renewed_at)`.execute(db)
    await sql`create table push_deliveries (
      endpoint_hash bytea not null,
      symbol text not null,
      epoch int8 not null,
      primary key (endpoint_hash, symbol, epoch),
      foreign key (endpoint_hash, symbol) references push_subscriptions on delete cascade
    )`.execute(db)
  },
}
