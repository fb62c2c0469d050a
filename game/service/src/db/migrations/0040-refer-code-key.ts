import { randomBytes } from 'node:crypto'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds the secret that invitation codes are computed with: referrals/computed-code.ts. */
export const referCodeKeyMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table refer_code_keys (
      is_only boolean primary key default true check (is_only),
      key bytea not null check (length(key) = 64)
    )`.execute(db)
    await sql`insert into refer_code_keys (key) values (${randomBytes(64)})`.execute(db)
  },
}
