import { createHash } from 'node:crypto'
import type { Position } from '@bullring/prediction/payout'
import { toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address } from 'viem'
import { type MarketTables, nameIn } from '../db/market-tables.ts'
import type { Database } from '../db/open-database.ts'
import { BULL } from '../db/schema.ts'
import type { BrowserKeys } from './encrypt-message.ts'

/** A browser that receives the results of an account in a market. */
export type Subscription = BrowserKeys & {
  symbol: string
  account: Address
  endpoint: string
  /** Results of earlier rounds are not sent. */
  firstEpoch: number
}

/**
 * Maximum number of devices of an account. A further one replaces an unproven one, or the one that was renewed longest
 * ago.
 */
const MAX_PER_ACCOUNT = 10

/** Pages renew their subscription on each visit. */
const MAX_DAYS = 60

/** Outages of push services, and of this server's network, end earlier. */
const MAX_FAILING_HOURS = 24

/** Returns whether an account has proven that it wants its results sent to a browser. */
export async function isProvenBrowser(
  db: Database,
  { account, endpoint }: Pick<Subscription, 'account' | 'endpoint'>,
): Promise<boolean> {
  const row = await db
    .selectFrom('push_subscriptions')
    .select('endpoint_hash')
    .where('endpoint_hash', '=', hashOf(endpoint))
    .where('account', '=', toBytes(account))
    .where('is_proven', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Records a subscription that its account has proven, or renews it. The browser receives nothing more of other accounts,
 * in any market.
 */
export async function saveSubscription(db: Database, subscription: Subscription): Promise<void> {
  const { symbol, account, endpoint, p256dh, auth, firstEpoch } = subscription
  const hash = hashOf(endpoint)
  await sql`delete from push_subscriptions
    where endpoint_hash = ${hash} and account <> ${toBytes(account)}`.execute(db)
  await sql`
    insert into push_subscriptions (endpoint_hash, symbol, endpoint, p256dh, auth, account, first_epoch, is_proven)
    values (${hash}, ${symbol}, ${endpoint}, ${p256dh}, ${auth}, ${toBytes(account)}, ${firstEpoch}, true)
    on conflict (endpoint_hash, symbol) do update set
      p256dh = excluded.p256dh, auth = excluded.auth, renewed_at = now(), account = excluded.account,
      is_proven = true`.execute(db)
  await sql`
    delete from push_subscriptions where (endpoint_hash, symbol) in (
      select endpoint_hash, symbol from push_subscriptions
      where symbol = ${symbol} and account = ${toBytes(account)}
      order by is_proven desc, renewed_at desc offset ${MAX_PER_ACCOUNT}
    )`.execute(db)
}

/** Forgets a browser, in all markets. */
export async function removeSubscription(db: Database, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('endpoint_hash', '=', hashOf(endpoint)).execute()
}

/** Records that no attempt to send a message has succeeded, and forgets a browser that has failed for a day. */
export async function recordFailure(db: Database, endpoint: string): Promise<void> {
  const hash = hashOf(endpoint)
  await sql`update push_subscriptions set failing_since = now()
    where endpoint_hash = ${hash} and failing_since is null`.execute(db)
  await sql`delete from push_subscriptions where endpoint_hash = ${hash}
    and failing_since < now() - make_interval(hours => ${MAX_FAILING_HOURS})`.execute(db)
}

/** Records that a browser has received a message again. */
export async function recordRecovery(db: Database, endpoint: string): Promise<void> {
  await db
    .updateTable('push_subscriptions')
    .set({ failing_since: null })
    .where('endpoint_hash', '=', hashOf(endpoint))
    .execute()
}

/** Destination of the results for a browser. */
export type Receiver = BrowserKeys & {
  symbol: string
  endpoint: string
  /** Whether the last message has failed. */
  isFailing: boolean
}

/** A bet whose result this process sends to a browser. */
export type ReservedBet = {
  receiver: Receiver
  epoch: number
  position: Position
  amount: bigint
}

type ReservedRow = Omit<Receiver, 'symbol'> & {
  epoch: number
  position: number
  amount: bigint
}

/**
 * Reserves the results of a market's rounds for this process, and returns those that were free: several processes may
 * share the database. Reads only the subscriptions of accounts that bet on these rounds.
 */
export async function reserveDeliveries(
  db: Database,
  { symbol, schema }: MarketTables,
  epochs: readonly number[],
): Promise<ReservedBet[]> {
  const { rows } = await sql<ReservedRow>`
    with due as materialized (
      select s.endpoint_hash, s.endpoint, s.p256dh, s.auth, s.failing_since, b.epoch, b.position, b.amount
      from ${nameIn({ schema }, 'bets')} b
      join push_subscriptions s on s.symbol = ${symbol} and s.account = b.account and s.first_epoch <= b.epoch
      where b.epoch = any(${epochs}::int8[]) and not exists (
        select from push_deliveries d
        where d.endpoint_hash = s.endpoint_hash and d.symbol = s.symbol and d.epoch = b.epoch
      ) for key share of s
    ), reserved as (
      insert into push_deliveries (endpoint_hash, symbol, epoch)
      select endpoint_hash, ${symbol}, epoch from due
      on conflict do nothing
      returning endpoint_hash, epoch
    )
    select endpoint, p256dh, auth, failing_since is not null as "isFailing", epoch, position, amount
    from due join reserved using (endpoint_hash, epoch)`.execute(db)
  return rows.map(({ epoch, position, amount, ...keys }) => ({
    receiver: { ...keys, symbol },
    epoch,
    position: position === BULL ? 'bull' : 'bear',
    amount,
  }))
}

type Reservation = { endpoint: string; symbol: string; epoch: number }

/** Gives results back, to be sent by another process. */
export async function releaseDeliveries(
  db: Database,
  reservations: readonly Reservation[],
): Promise<void> {
  const hashes = reservations.map(({ endpoint }) => hashOf(endpoint))
  const symbols = reservations.map(({ symbol }) => symbol)
  const epochs = reservations.map(({ epoch }) => epoch)
  await sql`delete from push_deliveries where (endpoint_hash, symbol, epoch) in (
    select * from unnest(${hashes}::bytea[], ${symbols}::text[], ${epochs}::int8[])
  )`.execute(db)
}

/** Deletes what is no longer needed: results of rounds before `epoch`, and browsers that did not return. */
export async function pruneSubscriptions(
  db: Database,
  symbol: string,
  epoch: number,
): Promise<void> {
  await db
    .deleteFrom('push_deliveries')
    .where('symbol', '=', symbol)
    .where('epoch', '<', epoch)
    .execute()
  await sql`delete from push_subscriptions
    where symbol = ${symbol} and renewed_at < now() - make_interval(days => ${MAX_DAYS})`.execute(
    db,
  )
}

function hashOf(endpoint: string): Buffer {
  return createHash('sha256').update(endpoint).digest()
}
