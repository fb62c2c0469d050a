import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Counts events on the day of `nowMs` (UTC). */
export async function countEvents(
  db: Database,
  events: readonly string[],
  nowMs: number,
): Promise<void> {
  if (events.length === 0) return
  const day = new Date(nowMs).toISOString().slice(0, 10)
  // In one order, so that two statements never wait for each other's rows.
  const rows = [...Map.groupBy(events.toSorted(), (event) => event)]
  await db
    .insertInto('event_counts')
    .values(rows.map(([event, { length }]) => ({ day, event, count: length })))
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'event'])
        .doUpdateSet({ count: sql<number>`event_counts.count + excluded.count` }),
    )
    .execute()
}
