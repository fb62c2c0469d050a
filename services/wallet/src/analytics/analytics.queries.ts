import { sql } from 'kysely'
import type { Database } from '../db/database.ts'

/** Increments the count of `event` on the day of `nowMs` (UTC). */
export async function countEvent(db: Database, event: string, nowMs: number): Promise<void> {
  const day = new Date(nowMs).toISOString().slice(0, 10)
  await db
    .insertInto('event_counts')
    .values({ day, event, count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['day', 'event'])
        .doUpdateSet({ count: sql<number>`event_counts.count + 1` }),
    )
    .execute()
}
