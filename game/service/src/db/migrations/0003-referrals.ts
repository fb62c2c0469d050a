import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Adds referrals. They do not come from the chain and reference no block, so they survive reorgs and
 * rebuilds.
 */
export const referralsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    await sql`create table refer_codes (
      account bytea primary key,
      refer_code text not null unique,
      created_at timestamptz not null default now()
    )`.execute(db)
    await sql`create table referrals (
      account bytea primary key,
      refer_code text not null references refer_codes (refer_code),
      created_at timestamptz not null default now()
    )`.execute(db)
    await sql`create index referrals_of_code on referrals (refer_code)`.execute(db)
  },
}
