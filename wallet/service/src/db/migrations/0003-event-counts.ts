import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const eventCountsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table event_counts (
      day date not null,
      event text not null,
      count int8 not null,
      primary key (day, event)
    )`.execute(db)
  },
}
