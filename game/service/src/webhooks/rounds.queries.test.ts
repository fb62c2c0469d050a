import type { Round } from '@bullring/game-api/round'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, inject, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '../testing/database/create-test-database.ts'
import { windowFrom } from './announcement.ts'
import {
  announceRounds,
  findNextEpoch,
  findWork,
  hasReceivers,
  skipRounds,
} from './rounds.queries.ts'

const MARKET = { symbol: 'BNB', prediction: `0x${'2'.repeat(40)}` }

const PROCESSES = [1, 2, 3, 4]

let database: TestDatabase

beforeAll(async () => {
  database = await createTestDatabase(inject('postgresUrl'))
})
afterAll(() => database.drop())
beforeEach(async () => {
  await sql`truncate webhooks, webhook_events, webhook_rounds, webhook_progress cascade`.execute(
    database.db,
  )
  await sql`insert into webhooks (account, symbol, host, url, events, secret, off_since) values
    ('\\x01', 'BNB', 'on', 'https://on.example/', '{round.settled}', '\\x01', null),
    ('\\x01', 'BNB', 'off', 'https://off.example/', '{round.settled}', '\\x01', now()),
    ('\\x01', 'BNB', 'locks', 'https://locks.example/', '{round.locked}', '\\x01', null),
    ('\\x01', 'BTC', 'other', 'https://other.example/', '{round.settled}', '\\x01', null)`.execute(
    database.db,
  )
})

const settled = (epoch: number) => ({ epoch, state: 'settled', winner: 'up' }) as Round

const announce = (first: number, last: number, next = first) =>
  announceRounds(database.db, MARKET, {
    window: windowFrom(next, last + 1),
    rounds: Array.from({ length: last - first + 1 }, (_, index) => settled(first + index)),
  })

async function sent() {
  const { rows } = await sql<{ sent: string }>`
    select w.url || (e.body::json->'data'->>'epoch') as sent from webhook_deliveries d
    join webhooks w on w.id = d.webhook_id join webhook_events e on e.id = d.event_id
    order by e.created_at, (e.body::json->'data'->>'epoch')::int`.execute(database.db)
  return rows.map((row) => row.sent)
}

test('announces a round once to each webhook that is on and wants it, whichever process is first', async () => {
  await skipRounds(database.db, 'BNB', 3)
  // Each has a connection.
  await Promise.all(PROCESSES.map(() => sql`select pg_sleep(0.1)`.execute(database.db)))
  await Promise.all(PROCESSES.map(() => announce(3, 12)))
  await announce(3, 12)
  expect(await sent()).toEqual(
    [3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map((n) => `https://on.example/${n}`),
  )
})

test('goes on where it was after an outage of many rounds, and remembers recent rounds only', async () => {
  await skipRounds(database.db, 'BNB', 1)
  await announce(1, 60)
  expect(await sent()).toHaveLength(60)
  expect(await findNextEpoch(database.db, 'BNB')).toBe(49)
  const { rows } = await sql<{
    oldest: number
  }>`select min(epoch) as oldest from webhook_rounds`.execute(database.db)
  expect(rows).toEqual([{ oldest: 49 }])
})

test('a process that led before, with a window from then, announces nothing again', async () => {
  await skipRounds(database.db, 'BNB', 1)
  await announce(1, 60)
  const known = await sent()
  await announce(1, 40, 1)
  await announce(1, 60, 1)
  expect(await sent()).toEqual(known)
  // Without receivers, as it knows the market.
  await skipRounds(database.db, 'BNB', 40)
  expect(await findNextEpoch(database.db, 'BNB')).toBe(49)
  await announce(49, 61)
  expect(await sent()).toEqual([...known, 'https://on.example/61'])
})

test('loses nothing when it is stopped in the middle', async () => {
  await skipRounds(database.db, 'BNB', 1)
  // No number that the database stores.
  const rounds = [settled(1), settled(Number.NaN)]
  const window = windowFrom(1, 3)
  await expect(announceRounds(database.db, MARKET, { window, rounds })).rejects.toThrow()
  expect(await sent()).toEqual([])
  await announce(1, 2)
  expect(await sent()).toEqual(['https://on.example/1', 'https://on.example/2'])
})

test('a market without a webhook that is on has no receivers', async () => {
  expect(await hasReceivers(database.db, 'BNB')).toBe(true)
  expect(await hasReceivers(database.db, 'ETH')).toBe(false)
  await sql`update webhooks set off_since = now()`.execute(database.db)
  expect(await hasReceivers(database.db, 'BNB')).toBe(false)
})

test('finds work while a webhook is on or an event is due, and otherwise none', async () => {
  const { db } = database
  await skipRounds(db, 'BNB', 1)
  await announce(1, 1)
  expect(await findWork(db)).toEqual({ hasReceivers: true, isDue: true })
  await sql`update webhook_deliveries set next_at = now() + interval '1 minute'`.execute(db)
  expect(await findWork(db)).toEqual({ hasReceivers: true, isDue: false })
  await sql`update webhook_deliveries set next_at = now()`.execute(db)
  await sql`update webhooks set off_since = now()`.execute(db)
  expect(await findWork(db)).toEqual({ hasReceivers: false, isDue: true })
  await sql`delete from webhook_deliveries`.execute(db)
  expect(await findWork(db)).toEqual({ hasReceivers: false, isDue: false })
})
