import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Tells referrals that the account itself proved from those that anyone could have sent. */
export const provenReferralsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table referrals add column is_proven boolean not null default false`.execute(db)
  },
}
