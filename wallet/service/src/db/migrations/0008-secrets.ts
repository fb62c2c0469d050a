import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const secretsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table secrets (name text primary key, value bytea not null)`.execute(db)
  },
}
