import { CREATE_LIMIT_EVENTS } from '@bullring/server/limits/take-allowance'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Adds what is limited per day: the names that an IP address registers. */
export const limitEventsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of CREATE_LIMIT_EVENTS) await statement.execute(db)
  },
}
