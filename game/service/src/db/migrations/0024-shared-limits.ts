import { CREATE_SHARED_LIMITS } from '@bullring/server/limits/limit-store'
import { CREATE_LIMIT_EVENTS } from '@bullring/server/limits/take-allowance'
import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Lets all nodes limit callers together, and the faucet pay an account once. */
export const sharedLimitsMigration: Migration = {
  async up(db: Kysely<unknown>) {
    for (const statement of [...CREATE_SHARED_LIMITS, ...CREATE_LIMIT_EVENTS]) {
      await statement.execute(db)
    }
  },
}
