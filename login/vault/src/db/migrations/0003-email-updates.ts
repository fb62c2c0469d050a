import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  sql`alter table identities add column linked_at int8 not null default 0`,
  sql`create table email_updates (
    device_id text primary key,
    account_id uuid not null references accounts,
    old_email text,
    new_email text not null,
    is_old_confirmed boolean not null,
    expires_at int8 not null
  )`,
  sql`create index email_updates_by_end on email_updates (expires_at)`,
]

export const emailUpdatesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
