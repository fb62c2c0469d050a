import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the time from which on messages for a browser have failed. Null since the last delivery. */
export const failingBrowsersMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table push_subscriptions add column failing_since timestamptz`.execute(db)
  },
}
