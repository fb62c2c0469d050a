import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  // Each session has a sequence of nonces; so have an account's user operations, which are of no session.
  sql`alter table operations add column session bytea`,
  sql`drop index operations_by_nonce`,
  sql`create unique index operations_by_nonce on operations (sender, coalesce(session, ''::bytea), nonce)
    where state <> 'failed'`,
]

export const sessionCallsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
