import { sql } from 'kysely'
import type { Address } from 'viem'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database/create-test-database.ts'
import { fillRound } from '../testing/database/fill-round.ts'
import {
  isProvenBrowser,
  recordFailure,
  recordRecovery,
  releaseDeliveries,
  reserveDeliveries,
  saveSubscription,
} from './push.queries.ts'

const BNB = { symbol: 'BNB', schema: null }
const MANY = 70_000

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`truncate push_subscriptions, push_deliveries, bets`.execute(database.db)
})

/** Subscribes the accounts of {@link fillRound}. */
const subscribe = (count: number, symbol = 'BNB') =>
  sql`insert into push_subscriptions
    select sha256(('https://push.example/' || n)::bytea), ${symbol}, 'https://push.example/' || n,
      '\x04', '\x01', decode(lpad(to_hex(n), 40, '0'), 'hex'), 2
    from generate_series(1, ${count}::int8) n`.execute(database.db)

test('reserves the results of 70,000 subscribed accounts, each once', async () => {
  const { db } = database
  await fillRound(db, 2, MANY)
  await subscribe(MANY)
  expect(await reserveDeliveries(db, BNB, [2, 3])).toHaveLength(MANY)
  expect(await reserveDeliveries(db, BNB, [2, 3])).toEqual([])
})

test('reserves only bets on the rounds, from the first round of a subscription on', async () => {
  const { db } = database
  for (const epoch of [1, 2, 3]) await fillRound(db, epoch, 2)
  await subscribe(1)
  const [found, ...others] = await reserveDeliveries(db, BNB, [1, 2])
  expect(others).toEqual([])
  expect(found).toMatchObject({ epoch: 2, position: 'bear', amount: 1n })
  expect(found?.receiver).toMatchObject({ endpoint: 'https://push.example/1', symbol: 'BNB' })
})

test('reserves again what was released', async () => {
  const { db } = database
  await fillRound(db, 2, 3)
  await subscribe(3)
  const reserved = await reserveDeliveries(db, BNB, [2])
  const [first] = reserved
  await releaseDeliveries(db, first ? [{ ...first.receiver, epoch: first.epoch }] : [])
  expect(await reserveDeliveries(db, BNB, [2])).toEqual([first])
})

test('reads the bets of another market in its schema', async () => {
  const { db } = database
  await fillRound(db, 2, 3)
  await sql`create schema market_btc`.execute(db)
  await sql`create table market_btc.bets as select * from bets limit 1`.execute(db)
  await subscribe(3, 'BTC')
  const btc = { symbol: 'BTC', schema: 'market_btc' }
  expect(await reserveDeliveries(db, btc, [2])).toHaveLength(1)
})

test('another account on a browser ends the messages of the first in all markets', async () => {
  const { db } = database
  const [first, second] = [`0x${'1'.repeat(40)}`, `0x${'2'.repeat(40)}`] as const
  const keys = { p256dh: Buffer.of(4), auth: Buffer.of(1), firstEpoch: 1 }
  const save = (endpoint: string, symbol: string, account: Address) =>
    saveSubscription(db, { ...keys, endpoint: `https://push.example/${endpoint}`, symbol, account })
  await save('shared', 'BNB', first)
  await save('shared', 'BTC', first)
  await save('own', 'BTC', first)
  await save('shared', 'BNB', second)
  const { rows } =
    await sql`select substr(endpoint, 22) as endpoint, symbol, '0x' || encode(account, 'hex') as account
    from push_subscriptions order by endpoint`.execute(db)
  expect(rows).toEqual([
    { endpoint: 'own', symbol: 'BTC', account: first },
    { endpoint: 'shared', symbol: 'BNB', account: second },
  ])
})

test('knows the browsers that their account has subscribed itself, in any market', async () => {
  const { db } = database
  await subscribe(1)
  const browser = {
    account: `0x${'1'.padStart(40, '0')}`,
    endpoint: 'https://push.example/1',
  } as const
  expect(await isProvenBrowser(db, browser)).toBe(false)
  const keys = { p256dh: Buffer.of(4), auth: Buffer.of(1), firstEpoch: 1 }
  await saveSubscription(db, { ...keys, ...browser, symbol: 'BTC' })
  expect(await isProvenBrowser(db, browser)).toBe(true)
  expect(await isProvenBrowser(db, { ...browser, endpoint: 'https://push.example/2' })).toBe(false)
  expect(await isProvenBrowser(db, { ...browser, account: `0x${'2'.repeat(40)}` })).toBe(false)
})

test('forgets a browser that fails for a day without a delivery', async () => {
  const { db } = database
  await subscribe(1)
  const endpoint = 'https://push.example/1'
  const wait = (hours: number) =>
    sql`update push_subscriptions set failing_since = failing_since - make_interval(hours => ${hours})`.execute(
      db,
    )
  const count = async () => (await sql`select from push_subscriptions`.execute(db)).rows.length
  await recordFailure(db, endpoint)
  await wait(23)
  await recordFailure(db, endpoint)
  await recordRecovery(db, endpoint)
  await wait(2)
  await recordFailure(db, endpoint)
  expect(await count()).toBe(1)
  await fillRound(db, 2, 1)
  expect(await reserveDeliveries(db, BNB, [2])).toMatchObject([{ receiver: { isFailing: true } }])
  await wait(25)
  await recordFailure(db, endpoint)
  expect(await count()).toBe(0)
})
