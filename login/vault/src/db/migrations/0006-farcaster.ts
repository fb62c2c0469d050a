import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  sql`create table farcaster_channels (
    device_id text primary key,
    id uuid not null unique,
    token text not null,
    salt text not null,
    message text,
    signature text,
    user_name text,
    expires_at int8 not null
  )`,
  sql`create index farcaster_channels_by_end on farcaster_channels (expires_at)`,
]

export const farcasterMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
