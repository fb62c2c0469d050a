import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'

const STATEMENTS = [
  sql`alter table transactions add column is_cancellation boolean not null default false`,
]

export const cancellationsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of STATEMENTS) await statement.execute(db)
  },
}
