import { type Kysely, sql } from 'kysely'

/** The database's clock: several processes agree on each limit and expiry, whatever their own clocks say. */
export type DatabaseClock = {
  /** Milliseconds since 1970. */
  nowMs: () => number
  /** Reads the database's time again: clocks drift. */
  sync: () => Promise<void>
}

/** Opens the clock of a database. Between two readings it advances with this process's monotonic clock. */
export async function openDatabaseClock<tables>(db: Kysely<tables>): Promise<DatabaseClock> {
  let aheadMs = await readAhead(db)
  return {
    nowMs: () => performance.now() + aheadMs,
    sync: async () => {
      aheadMs = await readAhead(db)
    },
  }
}

/** Returns the database's time less this process's monotonic time, in milliseconds, exact to half a round trip. */
async function readAhead<tables>(db: Kysely<tables>): Promise<number> {
  const sentMs = performance.now()
  const { rows } = await sql<{ now_ms: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::float8 as now_ms`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('The database returned no time.')
  return row.now_ms - (sentMs + performance.now()) / 2
}
