import { randomBytes } from 'node:crypto'
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
type Owned = { account: Address; id: string }

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
    const { rows } = await sql<{ id: string }>`
      insert into webhooks (account, symbol, url, events, secret)
      select ${toBytes(account)}, ${symbol}, ${url}, ${events}::text[], ${secret}
      where (select count(*) from webhooks where account = ${toBytes(account)}) < ${MAX_PER_ACCOUNT}
      returning id`.execute(tx)
    const [created] = rows
    if (created === undefined) throw new TooManyWebhooksError()
    await addTest(tx, { account, id: created.id })
    const [webhook] = await select(tx, sql`w.id = ${created.id}::uuid`)
    if (webhook === undefined) throw new UnknownWebhookError()
    return { webhook, secret }
  })
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
 * Adds a test event, which is sent to a webhook that is off, too.
 *
 * @returns Its id.
 * @throws {UnknownWebhookError} when the account has no such webhook.
 */
export async function addTest(db: Database, { account, id }: Owned): Promise<string> {
  const { rows } = await sql<{ symbol: string }>`select symbol from webhooks
    where id = ${id}::uuid and account = ${toBytes(account)}`.execute(db)
  const [found] = rows
  if (found === undefined) throw new UnknownWebhookError()
  const event = { type: 'webhook.test', data: { symbol: found.symbol } } as const
  return await addEvent(db, event, sql`w.id = ${id}::uuid`)
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
  const body = JSON.stringify({ type, timestamp: new Date().toISOString(), data })
  const { rows } = await sql<{ id: string }>`
    with event as (insert into webhook_events (type, body) values (${type}, ${body}) returning id),
    sent as (
      insert into webhook_deliveries (webhook_id, event_id)
      select w.id, event.id from event, webhooks w where ${receivers}
    )
    select id from event`.execute(db)
  return rows[0]?.id ?? ''
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
export async function rotateSecret(db: Database, { account, id }: Owned): Promise<Buffer> {
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
export async function deleteWebhook(db: Database, { account, id }: Owned): Promise<void> {
  const { rows } = await sql`delete from webhooks
    where id = ${id}::uuid and account = ${toBytes(account)} returning id`.execute(db)
  if (rows.length === 0) throw new UnknownWebhookError()
}
