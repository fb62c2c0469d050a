import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Codes of devices that the mailbox has let in, whose wrong tries are counted separately. */
export const ownerCodesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table otps add column is_owner boolean not null default false`.execute(db)
  },
}
