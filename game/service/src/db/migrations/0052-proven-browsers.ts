import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds whether the account itself has subscribed a browser. Those of earlier versions are unproven. */
export const provenBrowsersMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table push_subscriptions add column is_proven bool not null default false`.execute(
      db,
    )
  },
}
