import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  sql`alter table email_changes add column notice_emails text[]`,
  sql`create table device_links (
    token_hash bytea primary key,
    user_id uuid not null references users,
    device_id text not null,
    created_at int8 not null
  )`,
  sql`create index device_links_by_time on device_links (created_at)`,
]

/** Who hears of a change of address, and links that remove a new device. */
export const noticesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
