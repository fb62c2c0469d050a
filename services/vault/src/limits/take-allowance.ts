import { sql, type Transaction } from 'kysely'
import { DATABASE_TIME } from '../db/clock.ts'
import type { Database } from '../db/database.ts'
import type { VaultTables } from '../db/schema.ts'

/** At most `max` events within `seconds`. */
export type Window = { seconds: number; max: number }

/** What is limited, and by how much. */
export type Limit = {
  kind: 'mail-to' | 'mail-from' | 'wrong-code' | 'channel-from' | 'put' | 'release'
  key: string
  windows: readonly Window[]
}

/**
 * Counts an event unless a window is full. Concurrent transactions for the same limit wait for each other until the end of
 * `trx`, so that exactly `max` of them pass.
 *
 * @returns The seconds to wait; 0 when the event is counted.
 */
export async function takeAllowance(trx: Transaction<VaultTables>, limit: Limit): Promise<number> {
  const { kind, key } = limit
  const name = `${kind}|${key}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
  const wait = await secondsLeft(trx, limit)
  if (wait > 0) return wait
  await trx.insertInto('limit_events').values({ kind, key, at: DATABASE_TIME }).execute()
  return 0
}

/** The longest window of any limit. */
const LONGEST_S = 86_400

/** Deletes events that no limit counts any more. */
export async function deleteOldEvents(db: Database): Promise<void> {
  await db
    .deleteFrom('limit_events')
    .where('at', '<', sql<number>`${DATABASE_TIME} - ${LONGEST_S}::int8`)
    .execute()
}

/** Returns the seconds until all windows of a limit have room; 0 when they have. */
export async function secondsLeft(
  trx: Transaction<VaultTables>,
  { kind, key, windows }: Limit,
): Promise<number> {
  const waits = await Promise.all(
    windows.map(async ({ seconds, max }) => {
      const oldest = await trx
        .selectFrom('limit_events')
        .select(sql<number>`at + ${seconds}::int8 - ${DATABASE_TIME}`.as('wait'))
        .where('kind', '=', kind)
        .where('key', '=', key)
        .where('at', '>', sql<number>`${DATABASE_TIME} - ${seconds}::int8`)
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .offset(max - 1)
        .limit(1)
        .executeTakeFirst()
      return oldest?.wait ?? 0
    }),
  )
  return Math.max(0, ...waits)
}
