import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

export const sessionMetadataMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`alter table siwx_sessions add column metadata jsonb not null default '{}'`.execute(db)
  },
}
