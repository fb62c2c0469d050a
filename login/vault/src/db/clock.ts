import { type QueryExecutorProvider, sql } from 'kysely'

/**
 * The database's clock, in Unix seconds. Every limit and expiry is measured by it, so that several processes agree. Not
 * `now()`, which is the start of the transaction.
 */
export const DATABASE_TIME = sql<number>`floor(extract(epoch from clock_timestamp()))::int8`

/** Returns {@link DATABASE_TIME}. */
export async function readTime(db: QueryExecutorProvider): Promise<number> {
  const { rows } = await sql<{ now: number }>`select ${DATABASE_TIME} as now`.execute(db)
  return rows[0]?.now ?? 0
}
