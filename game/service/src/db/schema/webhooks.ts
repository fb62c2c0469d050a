import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Tables of addresses that receive events, for all markets. */
export const webhookMigration: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`
      create table webhooks (
        id uuid primary key default gen_random_uuid(),
        account bytea not null,
        symbol text not null,
        url text not null,
        events text[] not null,
        secret bytea not null,
        -- Also signs, until then.
        old_secret bytea,
        old_secret_until timestamptz,
        created_at timestamptz not null default now(),
        -- Null while it is on.
        off_since timestamptz default now(),
        failing_since timestamptz,
        last_attempt_at timestamptz,
        last_status int4,
        last_error text,
        -- Has not proven to respond soon.
        is_slow boolean not null default true,
        -- A process sends to it until then.
        leased_until timestamptz not null default now(),
        hour_started_at timestamptz not null default now(),
        sent_in_hour int4 not null default 0
      );
      create index webhooks_account on webhooks (account);
      create index webhooks_symbol on webhooks (symbol) where off_since is null;

      create table webhook_events (
        id uuid primary key default gen_random_uuid(),
        type text not null,
        body text not null,
        created_at timestamptz not null default now()
      );
      create index webhook_events_created on webhook_events (created_at);

      -- Events that an address has not accepted.
      create table webhook_deliveries (
        webhook_id uuid not null references webhooks on delete cascade,
        event_id uuid not null references webhook_events on delete cascade,
        attempts int4 not null default 0,
        next_at timestamptz not null default now(),
        primary key (webhook_id, event_id)
      );
      create index webhook_deliveries_due on webhook_deliveries (next_at);
      create index webhook_deliveries_event on webhook_deliveries (event_id);

      -- What was last announced of recent rounds.
      create table webhook_rounds (
        symbol text not null,
        epoch int8 not null,
        result text not null,
        revision int4 not null,
        primary key (symbol, epoch)
      );

      -- Nothing more is to be announced of the rounds before this one.
      create table webhook_progress (
        symbol text primary key,
        next_epoch int8 not null
      )`.execute(db)
  },
}
