import { CREATE_SHARED_LIMITS } from '@bullring/server/limits/limit-store'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Lets all nodes limit callers together. */
export const sharedLimitsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of CREATE_SHARED_LIMITS) await statement.execute(db)
  },
}
