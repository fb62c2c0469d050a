import { type RawBuilder, sql } from 'kysely'
import { expect } from 'vitest'
import type { TestCustody } from './start-test-custody.ts'

/** Rows that no request can lock until they are released. */
export type HeldLock = {
  /** Resolves once so many requests wait. */
  untilWaiting: (count: number) => Promise<void>
  release: () => Promise<void>
}

/**
 * Locks rows, so that requests stop where they need them.
 *
 * @param select - A `select … for update`.
 */
export async function holdLock(
  { database }: TestCustody,
  select: RawBuilder<unknown>,
): Promise<HeldLock> {
  const trx = await database.db.startTransaction().execute()
  await select.execute(trx)
  const waiting = async () => {
    const { rows } = await sql<{ query: string }>`select query from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(database.db)
    return rows.map(({ query }) => query)
  }
  return {
    untilWaiting: (count) => expect.poll(waiting, { timeout: 60_000 }).toHaveLength(count),
    release: async () => {
      await trx.commit().execute()
    },
  }
}
