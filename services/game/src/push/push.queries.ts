import { createHash } from 'node:crypto'
import { toAddress, toBytes } from '@bullring/server/db/bytes'
import { sql } from 'kysely'
import type { Address } from 'viem'
import type { Database } from '../db/open-database.ts'
import type { BrowserKeys } from './encrypt-message.ts'

/** A browser that receives the results of an account in a market. */
export type Subscription = BrowserKeys & {
  symbol: string
  account: Address
  endpoint: string
  /** Results of earlier rounds are not sent. */
  firstEpoch: number
}

/** Devices of one account; the one that was renewed longest ago makes room. */
const MAX_PER_ACCOUNT = 10

/** Pages renew their subscription on each visit. */
const MAX_DAYS = 60

/** Records a subscription, or renews it. */
export async function saveSubscription(db: Database, subscription: Subscription): Promise<void> {
  const { symbol, account, endpoint, p256dh, auth, firstEpoch } = subscription
  await sql`
    insert into push_subscriptions (endpoint_hash, symbol, endpoint, p256dh, auth, account, first_epoch)
    values (${hashOf(endpoint)}, ${symbol}, ${endpoint}, ${p256dh}, ${auth}, ${toBytes(account)}, ${firstEpoch})
    on conflict (endpoint_hash, symbol) do update set
      p256dh = excluded.p256dh, auth = excluded.auth, renewed_at = now(), account = excluded.account,
      first_epoch = case when push_subscriptions.account = excluded.account
        then push_subscriptions.first_epoch else excluded.first_epoch end`.execute(db)
  await sql`
    delete from push_subscriptions where (endpoint_hash, symbol) in (
      select endpoint_hash, symbol from push_subscriptions
      where symbol = ${symbol} and account = ${toBytes(account)}
      order by renewed_at desc offset ${MAX_PER_ACCOUNT}
    )`.execute(db)
}

/** Forgets a browser, in all markets. */
export async function removeSubscription(db: Database, endpoint: string): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('endpoint_hash', '=', hashOf(endpoint)).execute()
}

/** Finds the browsers that receive results of a market. */
export async function findSubscriptions(db: Database, symbol: string): Promise<Subscription[]> {
  const rows = await db
    .selectFrom('push_subscriptions')
    .select(['symbol', 'account', 'endpoint', 'p256dh', 'auth', 'first_epoch'])
    .where('symbol', '=', symbol)
    .execute()
  return rows.map(({ account, first_epoch, ...row }) => ({
    ...row,
    account: toAddress(account),
    firstEpoch: first_epoch,
  }))
}

/**
 * Reserves the results of rounds for this process, and returns those that were free: several processes may share the
 * database.
 */
export async function reserveDeliveries(
  db: Database,
  { endpoint, symbol }: Pick<Subscription, 'endpoint' | 'symbol'>,
  epochs: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ epoch: number }>`
    insert into push_deliveries (endpoint_hash, symbol, epoch)
    select endpoint_hash, symbol, unnest(${epochs}::int8[]) from push_subscriptions
      where endpoint_hash = ${hashOf(endpoint)} and symbol = ${symbol}
    on conflict do nothing
    returning epoch`.execute(db)
  return rows.map(({ epoch }) => epoch)
}

/** Gives a result back, to be sent again later. */
export async function releaseDelivery(
  db: Database,
  { endpoint, symbol }: Pick<Subscription, 'endpoint' | 'symbol'>,
  epoch: number,
): Promise<void> {
  await db
    .deleteFrom('push_deliveries')
    .where('endpoint_hash', '=', hashOf(endpoint))
    .where('symbol', '=', symbol)
    .where('epoch', '=', epoch)
    .execute()
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
