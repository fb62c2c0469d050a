import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The unique columns decide between concurrent registrations. */
export const namesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table names (
      label text primary key,
      skeleton text not null unique,
      address bytea not null unique,
      coin_type int8 not null,
      is_key boolean not null,
      avatar text,
      bio text,
      registered_at int8 not null,
      updated_at int8 not null,
      signed_at int8 not null
    )`.execute(db)
  },
}
