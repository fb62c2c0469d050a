import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Counts the attempts of an hour by host, of all accounts together. */
export const webhookHostMigration: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`
      create table webhook_hosts (
        host text primary key,
        hour_started_at timestamptz not null default now(),
        sent_in_hour int4 not null
      );
      alter table webhooks add host text;
      update webhooks set host = lower(coalesce(substring(url from '^https?://([^/?#:]+)'), url));
      alter table webhooks alter host set not null, drop hour_started_at, drop sent_in_hour`.execute(
      db,
    )
  },
}
