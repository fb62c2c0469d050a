import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  sql`create table held_shares (
    wallet_id uuid primary key references recovery_shares,
    kek_id text not null,
    wrapped_key bytea not null,
    ciphertext bytea not null,
    held_at int8 not null
  )`,
  sql`create index held_shares_by_time on held_shares (held_at)`,
]

export const heldSharesMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
