import { randomBytes, randomUUID } from 'node:crypto'
import type { Webhook, WebhookEvent, WebhookMessage } from '@bullring/game-api/webhooks'
import { toBytes } from '@bullring/server/db/bytes'
import { type RawBuilder, sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../db/open-database.ts'
import { TooManyWebhooksError, UnknownWebhookError } from './errors.ts'
import { SECRET_BYTES } from './sign-event.ts'

const MAX_PER_ACCOUNT = 5

/** Time in which receivers learn a new secret. */
const OLD_SECRET_HOURS = 24

export type NewWebhook = {
  account: Address
  symbol: string
  url: string
  events: readonly WebhookEvent[]
}

/** A webhook of an account. */
export type OwnedWebhook = { account: Address; id: string }

/**
 * Stores a webhook, with a test event to be sent.
 *
 * @throws {TooManyWebhooksError} when the account has as many as it may.
 */
export async function createWebhook(
  db: Database,
  { account, symbol, url, events }: NewWebhook,
): Promise<{ webhook: Webhook; secret: Buffer }> {
  const secret = randomBytes(SECRET_BYTES)
  return await db.transaction().execute(async (tx) => {
    // Of two requests at once, one waits.
    await sql`select pg_advisory_xact_lock(hashtextextended('webhooks of ' || ${account}::text, 0))`.execute(
      tx,
    )
    const id = randomUUID()
    await sql`
      insert into webhooks (id, account, symbol, host, url, events, secret)
      select ${id}::uuid, ${toBytes(account)}, ${symbol}, ${hostOf(url)}, ${url}, ${events}::text[], ${secret}
      where (select count(*) from webhooks where account = ${toBytes(account)}) < ${MAX_PER_ACCOUNT}`.execute(
      tx,
    )
    const isCreated = sql`w.id = ${id}::uuid`
    await addEvent(tx, testOf(symbol), isCreated)
    const [webhook] = await select(tx, isCreated)
    if (webhook === undefined) throw new TooManyWebhooksError()
    return { webhook, secret }
  })
}

/** Returns the host in the form that all addresses of it share. */
function hostOf(url: string): string {
  return new URL(url).hostname.replace(/\.$/, '')
}

/** Lists the webhooks of an account, oldest first. */
export function findWebhooks(db: Database, account: Address): Promise<Webhook[]> {
  return select(db, sql`w.account = ${toBytes(account)}`)
}

async function select(db: Database, condition: RawBuilder<unknown>): Promise<Webhook[]> {
  const { rows } = await sql<Webhook>`
    select w.id, w.symbol, w.url, w.events, w.off_since is null as is_on,
      ${seconds(sql`w.created_at`)} as created_at, ${seconds(sql`w.last_attempt_at`)} as last_attempt_at,
      w.last_status, w.last_error, ${seconds(sql`w.failing_since`)} as failing_since,
      count(d.event_id) as waiting, ${seconds(sql`min(d.next_at)`)} as next_attempt_at
    from webhooks w left join webhook_deliveries d on d.webhook_id = w.id
    where ${condition} group by w.id order by w.created_at, w.id`.execute(db)
  return rows
}

function seconds(time: RawBuilder<unknown>): RawBuilder<number | null> {
  return sql`floor(extract(epoch from ${time}))::int8`
}

/**
 * Adds a test event, which is sent to a webhook that is off, too. One that waits is sent at once instead of another.
 *
 * @returns Its id.
 * @throws {UnknownWebhookError} when the account has no such webhook.
 */
export async function addTest(db: Database, { account, id }: OwnedWebhook): Promise<string> {
  return await db.transaction().execute(async (tx) => {
    const { rows } = await sql<{ symbol: string }>`select symbol from webhooks
      where id = ${id}::uuid and account = ${toBytes(account)} for update`.execute(tx)
    const [found] = rows
    if (found === undefined) throw new UnknownWebhookError()
    const waiting = await sql<{ id: string }>`update webhook_deliveries d set next_at = now()
      from webhook_events e where e.id = d.event_id
        and d.webhook_id = ${id}::uuid and e.type = 'webhook.test'
      returning e.id`.execute(tx)
    return (
      waiting.rows[0]?.id ?? (await addEvent(tx, testOf(found.symbol), sql`w.id = ${id}::uuid`))
    )
  })
}

function testOf(symbol: string) {
  return { type: 'webhook.test', data: { symbol } } as const
}

type NewEvent = WebhookMessage extends infer message
  ? message extends WebhookMessage
    ? Omit<message, 'timestamp'>
    : never
  : never

/** Adds an event for the webhooks that a condition selects, and returns its id. */
async function addEvent(
  db: Database,
  event: NewEvent,
  receivers: RawBuilder<unknown>,
): Promise<string> {
  const { type, data } = event
  const id = randomUUID()
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data })
  await sql`
    with event as (
      insert into webhook_events (id, type, body) values (${id}::uuid, ${type}, ${body}) returning id
    )
    insert into webhook_deliveries (webhook_id, event_id)
    select w.id, event.id from event, webhooks w where ${receivers}`.execute(db)
  return id
}

/** Adds an event of a round for the webhooks of its market that are on. */
export async function addRoundEvent(
  db: Database,
  event: Extract<NewEvent, { type: WebhookEvent }>,
): Promise<void> {
  const { type, data } = event
  const receivers = sql`w.symbol = ${data.symbol} and w.off_since is null and ${type} = any(w.events)`
  await addEvent(db, event, receivers)
}

/**
 * Replaces the secret of a webhook. The former one also signs, for a day.
 *
 * @throws {UnknownWebhookError} when the account has no such webhook.
 */
export async function rotateSecret(db: Database, { account, id }: OwnedWebhook): Promise<Buffer> {
  const secret = randomBytes(SECRET_BYTES)
  const { rows } = await sql`update webhooks set secret = ${secret}, old_secret = secret,
      old_secret_until = now() + make_interval(hours => ${OLD_SECRET_HOURS})
    where id = ${id}::uuid and account = ${toBytes(account)} returning id`.execute(db)
  if (rows.length === 0) throw new UnknownWebhookError()
  return secret
}

/**
 * Deletes a webhook and what waits for it.
 *
 * @throws {UnknownWebhookError} when the account has no such webhook.
 */
export async function deleteWebhook(db: Database, { account, id }: OwnedWebhook): Promise<void> {
  const { rows } = await sql`delete from webhooks
    where id = ${id}::uuid and account = ${toBytes(account)} returning id`.execute(db)
  if (rows.length === 0) throw new UnknownWebhookError()
}
