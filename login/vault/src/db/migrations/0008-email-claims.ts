import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  sql`create table email_claims (
    account_id uuid not null references accounts,
    email text not null,
    expires_at int8 not null,
    primary key (account_id, email)
  )`,
  sql`create index email_claims_by_end on email_claims (expires_at)`,
]

export const emailClaimsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
