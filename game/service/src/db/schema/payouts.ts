import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Tables of winnings that are sent automatically, for all markets. */
export const payoutMigration: Migration = {
  up: async (db: Kysely<unknown>) => {
    await sql`
      create table payout_accounts (
        account bytea primary key,
        is_on boolean not null,
        changed_at timestamptz not null default now()
      );
      create index payout_switches on payout_accounts (changed_at) where is_on;

      -- The markets whose keeper sends winnings, and when it last was there.
      create table payout_keepers (
        symbol text primary key,
        seen_at timestamptz not null default now()
      );

      -- What was sent or refused.
      create table payouts (
        symbol text not null,
        epoch int8 not null,
        account bytea not null,
        is_refused boolean not null,
        tried_at timestamptz not null default now(),
        primary key (symbol, epoch, account)
      );

      -- Wei that the keeper has spent on a day (UTC).
      create table payout_costs (
        day date primary key,
        spent numeric(78) not null
      )`.execute(db)
  },
}
