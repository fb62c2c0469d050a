import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Logins for which no link was mailed: the page behind an earlier link takes their code. */
export const deviceCodesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table device_requests add column code text`.execute(db)
  },
}
