import { type Kysely, sql } from 'kysely'
import { expect } from 'vitest'

/** A table that no request can read or write until it is released. */
export type HeldTable = {
  /** Number of statements that wait for a lock. */
  waiting: () => Promise<number>
  /** Resolves once so many statements wait. */
  untilWaiting: (count: number) => Promise<void>
  release: () => Promise<void>
}

/** Locks a table, so that requests stop in the middle: where they need it. */
export async function holdTable<tables>(
  db: Kysely<tables>,
  table: keyof tables & string,
): Promise<HeldTable> {
  const trx = await db.startTransaction().execute()
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx)
  const waiting = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'
    `.execute(db)
    return rows[0]?.count ?? 0
  }
  return {
    waiting,
    untilWaiting: (count) =>
      expect.poll(waiting, { timeout: 60_000 }).toBeGreaterThanOrEqual(count),
    release: async () => {
      await trx.rollback().execute()
    },
  }
}
