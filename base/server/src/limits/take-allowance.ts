import { type QueryExecutorProvider, type RawBuilder, sql } from 'kysely'

/** Creates the table of counted events, in a migration of the service. */
export const CREATE_LIMIT_EVENTS = [
  sql`create table limit_events (
    id int8 generated always as identity primary key,
    kind text not null,
    key text not null,
    at int8 not null
  )`,
  sql`create index limit_events_by_key on limit_events (kind, key, at desc)`,
  sql`create index limit_events_by_time on limit_events (at)`,
]

/** At most `max` events within `seconds`. */
export type Window = { seconds: number; max: number }

/** Something that is allowed a number of times per period: a mail, a wrong code, a share that is handed out. */
export type LimitedEvent = { kind: string; key: string }

/** Subject and windows of a limit. No window is longer than a day. */
export type Limit = LimitedEvent & { windows: readonly Window[] }

/** The clock by which a service counts, in Unix seconds: its own or the database's. */
export type LimitClock = RawBuilder<number>

/**
 * Counts an event unless a window is full. Concurrent transactions for the same limit wait for each other until the end of
 * `trx`, so that exactly `max` of them pass.
 *
 * @returns The seconds to wait; 0 when the event is counted.
 */
export async function takeAllowance(
  trx: QueryExecutorProvider,
  limit: Limit,
  now: LimitClock,
): Promise<number> {
  const { kind, key } = limit
  await lockLimit(trx, limit)
  const wait = await secondsLeft(trx, limit, now)
  if (wait > 0) return wait
  await sql`insert into limit_events (kind, key, at) values (${kind}, ${key}, ${now})`.execute(trx)
  return 0
}

/** Makes other transactions that count the same event wait until the end of `trx`. */
export async function lockLimit(
  trx: QueryExecutorProvider,
  { kind, key }: LimitedEvent,
): Promise<void> {
  const name = `${kind}|${key}`
  await sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`.execute(trx)
}

/** Forgets the newest event: it did not happen after all. */
export async function returnAllowance(
  db: QueryExecutorProvider,
  { kind, key }: LimitedEvent,
): Promise<void> {
  await sql`delete from limit_events where id = (
    select id from limit_events where kind = ${kind} and key = ${key} order by id desc limit 1
  )`.execute(db)
}

const LONGEST_S = 86_400

/** Deletes events that no limit counts any more. */
export async function deleteOldEvents(db: QueryExecutorProvider, now: LimitClock): Promise<void> {
  await sql`delete from limit_events where at < ${now} - ${LONGEST_S}::int8`.execute(db)
}

/** Returns the seconds until all windows of a limit have room; 0 when they have. */
export async function secondsLeft(
  trx: QueryExecutorProvider,
  { kind, key, windows }: Limit,
  now: LimitClock,
): Promise<number> {
  const waits: number[] = []
  for (const { seconds, max } of windows) {
    const { rows } = await sql<{ wait: number }>`
      select at + ${seconds}::int8 - ${now} as wait from limit_events
      where kind = ${kind} and key = ${key} and at > ${now} - ${seconds}::int8
      order by at desc, id desc offset ${max - 1} limit 1`.execute(trx)
    waits.push(rows[0]?.wait ?? 0)
  }
  return Math.max(0, ...waits)
}
