import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  sql`alter table email_updates
    add column wallet_id uuid,
    add column is_proven boolean not null default false`,
  sql`alter table passkey_changes
    add column emails text[],
    add column notified_emails text[],
    add column ip text,
    add column device text,
    add column app text`,
]

/** Which wallet a change of address is for, and who hears of a change of the passkeys. */
export const ownerProofsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
