import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const undoneChangesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table email_changes add column undone_at int8`.execute(db)
  },
}
