import { sql } from 'kysely'
import type { Database } from '../db/open-database.ts'
import { type Attempt, TIMEOUT_MS } from './send-event.ts'

/** An event that this process sends to a webhook. */
export type Delivery = {
  webhookId: string
  eventId: string
  url: string
  body: string
  /** The second one is replaced. */
  secrets: readonly Buffer[]
}

/** Pauses after failed attempts, in seconds; after the last, the event is given up. */
const PAUSES_SECONDS = [5, 60, 600, 3_600, 6 * 3_600, 24 * 3_600]

/** Longer than an attempt may take. */
const LEASE_SECONDS = 30

/** Attempts at a host, of all its webhooks. A process that leases at the same time may exceed it by what it leases. */
const MAX_PER_HOUR = 600

/** Of these, what webhooks that are slow or fail may take from the others at the host. */
const MAX_SLOW_PER_HOUR = MAX_PER_HOUR / 2

/** A webhook to which events have waited for so long, of which it accepted none, is switched off. */
const MAX_FAILING_HOURS = 72

/** The receiver wants no more, as the specification says. */
const GONE = 410

const KEPT_EVENT_HOURS = 72
const KEPT_OFF_DAYS = 30

type LeasedRow = Omit<Delivery, 'secrets'> & { secret: Buffer; oldSecret: Buffer | null }

/**
 * Leases webhooks with due events to this process, each with the event that is due longest: one process at a time sends
 * to a webhook, and one event at a time.
 *
 * @param isSlow - Selects those that have proven to respond soon, or all others.
 */
export async function leaseDeliveries(
  db: Database,
  { isSlow, limit }: { isSlow: boolean; limit: number },
): Promise<Delivery[]> {
  if (limit === 0) return []
  const most = isSlow ? MAX_SLOW_PER_HOUR : MAX_PER_HOUR
  const { rows } = await sql<LeasedRow>`
    with ready as (
      select w.id, w.host, coalesce(h.sent_in_hour, 0) as sent
      from webhooks w left join webhook_hosts h
        on h.host = w.host and h.hour_started_at > now() - interval '1 hour'
      where w.is_slow = ${isSlow} and w.leased_until <= now()
        and coalesce(h.sent_in_hour, 0) < ${most}
        and exists (
          select from webhook_deliveries d where d.webhook_id = w.id and d.next_at <= now()
        )
      order by w.last_attempt_at nulls first limit ${limit} for update of w skip locked
    ), numbered as (
      select id, host, sent + row_number() over (partition by host) as number from ready
    ), chosen as (
      select id, host from numbered where number <= ${most}
    ), counted as (
      -- In order, or two processes could wait for each other.
      insert into webhook_hosts as h (host, sent_in_hour)
      select host, count(*) from chosen group by host order by host
      on conflict (host) do update set
        sent_in_hour = case when h.hour_started_at <= now() - interval '1 hour' then 0
          else h.sent_in_hour end + excluded.sent_in_hour,
        hour_started_at = case when h.hour_started_at <= now() - interval '1 hour' then now()
          else h.hour_started_at end
    ), leased as (
      update webhooks w set leased_until = now() + make_interval(secs => ${LEASE_SECONDS})
      from chosen where w.id = chosen.id
      returning w.id, w.url, w.secret,
        case when w.old_secret_until > now() then w.old_secret end as "oldSecret"
    )
    select l.id as "webhookId", l.url, l.secret, l."oldSecret", d.event_id as "eventId", e.body
    from leased l
    cross join lateral (
      select event_id from webhook_deliveries
      where webhook_id = l.id and next_at <= now() order by next_at limit 1
    ) d
    join webhook_events e on e.id = d.event_id`.execute(db)
  return rows.map(({ secret, oldSecret, ...delivery }) => ({
    ...delivery,
    secrets: oldSecret === null ? [secret] : [secret, oldSecret],
  }))
}

/** Gives a webhook back whose attempt this process has not ended. */
export async function releaseDelivery(db: Database, { webhookId }: Delivery): Promise<void> {
  await sql`update webhooks set leased_until = now() where id = ${webhookId}::uuid`.execute(db)
}

/** Records an attempt, and that the webhook may be sent the next event. */
export async function recordAttempt(
  db: Database,
  delivery: Delivery,
  attempt: Attempt & { tookMs: number },
): Promise<void> {
  await (attempt.error === null
    ? recordAccepted(db, delivery, attempt)
    : recordFailed(db, delivery, attempt))
}

async function recordAccepted(
  db: Database,
  { webhookId, eventId }: Delivery,
  { status, tookMs }: { status: number | null; tookMs: number },
): Promise<void> {
  await sql`
    with done as (
      delete from webhook_deliveries
      where webhook_id = ${webhookId}::uuid and event_id = ${eventId}::uuid
    )
    update webhooks set leased_until = now(), last_attempt_at = now(), last_status = ${status},
      last_error = null, failing_since = null, off_since = null, is_slow = ${tookMs > TIMEOUT_MS.fast}
    where id = ${webhookId}::uuid`.execute(db)
}

async function recordFailed(
  db: Database,
  { webhookId, eventId }: Delivery,
  { status, error }: Attempt,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ hasFailedLong: boolean }>`
      update webhooks set leased_until = now(), last_attempt_at = now(), last_status = ${status},
        last_error = ${error}, failing_since = coalesce(failing_since, now()), is_slow = true
      where id = ${webhookId}::uuid
      returning failing_since <= now() - make_interval(hours => ${MAX_FAILING_HOURS})
        as "hasFailedLong"`.execute(tx)
    const events = await sql<{ isTest: boolean; isGivenUp: boolean }>`
      select e.type = 'webhook.test' as "isTest", d.attempts >= ${PAUSES_SECONDS.length} as "isGivenUp"
      from webhook_deliveries d join webhook_events e on e.id = d.event_id
      where d.webhook_id = ${webhookId}::uuid and d.event_id = ${eventId}::uuid`.execute(tx)
    const [event] = events.rows
    const hasFailedLong = rows[0]?.hasFailedLong === true && event?.isTest === false
    if (status === GONE || hasFailedLong) return await switchOff(tx, webhookId)
    if (event?.isGivenUp === true) return await giveUp(tx, { webhookId, eventId })
    // Receivers that come back together are not asked at the same moment.
    await sql`update webhook_deliveries set attempts = attempts + 1, next_at = now()
        + make_interval(secs => (${PAUSES_SECONDS}::int[])[attempts + 1] * (1 + random() / 10))
      where webhook_id = ${webhookId}::uuid and event_id = ${eventId}::uuid`.execute(tx)
  })
}

/** Deletes an event that has used its attempts. If no other waits, the webhook counts as one that has not failed. */
async function giveUp(
  db: Database,
  { webhookId, eventId }: Pick<Delivery, 'webhookId' | 'eventId'>,
): Promise<void> {
  await sql`delete from webhook_deliveries
    where webhook_id = ${webhookId}::uuid and event_id = ${eventId}::uuid`.execute(db)
  await sql`update webhooks set failing_since = null where id = ${webhookId}::uuid
    and not exists (select from webhook_deliveries where webhook_id = ${webhookId}::uuid)`.execute(
    db,
  )
}

async function switchOff(db: Database, webhookId: string): Promise<void> {
  await sql`update webhooks set off_since = coalesce(off_since, now())
    where id = ${webhookId}::uuid`.execute(db)
  await sql`delete from webhook_deliveries where webhook_id = ${webhookId}::uuid`.execute(db)
}

/** Deletes old events, and webhooks that have been off for long. */
export async function pruneWebhooks(db: Database): Promise<void> {
  await sql`delete from webhook_events
    where created_at < now() - make_interval(hours => ${KEPT_EVENT_HOURS})`.execute(db)
  await sql`delete from webhook_hosts where host in (
    select host from webhook_hosts where hour_started_at <= now() - interval '1 hour'
    for update skip locked
  )`.execute(db)
  await sql`delete from webhooks
    where off_since < now() - make_interval(days => ${KEPT_OFF_DAYS})`.execute(db)
}

/** Returns how many events wait for a webhook, and for how many seconds the oldest one. */
export async function countWaiting(
  db: Database,
): Promise<{ waiting: number; oldestSeconds: number }> {
  const { rows } = await sql<{ waiting: number; oldestSeconds: number }>`
    select count(*) as waiting,
      coalesce(extract(epoch from now() - min(e.created_at)), 0)::float8 as "oldestSeconds"
    from webhook_deliveries d join webhook_events e on e.id = d.event_id`.execute(db)
  return rows[0] ?? { waiting: 0, oldestSeconds: 0 }
}
