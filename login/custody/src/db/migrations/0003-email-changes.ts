import { CREATE_LIMIT_EVENTS } from '@bullring/server/limits/take-allowance'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  ...CREATE_LIMIT_EVENTS,
  sql`create table email_changes (
    id uuid primary key default gen_random_uuid(),
    user_id uuid not null references users,
    device_id text not null,
    old_email text,
    new_email text not null,
    origin text not null,
    ip text not null,
    label text not null,
    state text not null check (state in ('pending', 'approved', 'rejected', 'applied', 'undone')),
    created_at int8 not null,
    expires_at int8 not null,
    applied_at int8,
    notified_at int8
  )`,
  sql`create index email_changes_of_user on email_changes (user_id, device_id)`,
  sql`create index email_changes_of_old_email on email_changes (old_email) where state = 'applied'`,
  sql`create table email_change_links (
    token_hash bytea primary key,
    change_id uuid not null references email_changes on delete cascade,
    kind text not null check (kind in ('approve', 'undo'))
  )`,
]

export const emailChangesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
